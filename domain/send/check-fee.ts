import type { Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** A fee that an RPC endpoint or service determines. All in base units of the native currency. */
export interface FeeCheck {
  readonly namespace: Namespace;
  /** CAIP-2, for errors. */
  readonly chainId: string;
  /** The most that the transaction can cost. */
  readonly fee: bigint;
  /** Amount sent; `null` if it is not in the native currency. */
  readonly amount: bigint | null;
  /** The fee that the user accepted. */
  readonly maxFee: bigint | undefined;
}

/** Fees that need no acceptance: up to `floor`, or up to a share of the amount, in percent. */
const LIMITS: Readonly<Partial<Record<Namespace, { readonly floor: bigint; readonly percent: bigint }>>> = {
  // 10 000 satoshi pay for a usual payment at 70 satoshi per virtual byte.
  bip122: { floor: 10_000n, percent: 10n },
  // A hundredth of a coin pays for a transfer at 475 gwei. The reserve for a rising base fee doubles the maximum.
  eip155: { floor: 10n ** 16n, percent: 100n },
};

/**
 * Rejects a fee that the user has not accepted and would not expect, such as that of a dishonest service. With `maxFee` this is the only
 * limit; without it, fees of transfers of the native coin are limited relative to the amount.
 * @throws LatchkeyError `send/fee-too-high`
 */
export const checkFee = ({ namespace, chainId, fee, amount, maxFee }: FeeCheck): void => {
  const limits = LIMITS[namespace];
  const share = limits === undefined || amount === null ? null : (amount * limits.percent) / 100n;
  const defaultLimit = limits === undefined || share === null ? null : share > limits.floor ? share : limits.floor;
  const limit = maxFee ?? defaultLimit;
  if (limit !== null && fee > limit)
    throw new LatchkeyError('send/fee-too-high', {
      chainId,
      fee: String(fee),
      limit: String(limit),
      amount: amount === null ? null : String(amount),
    });
};

/** Returns a fee of at most twice the one that was accepted before, as accepted; else `undefined`, for the usual limits. */
export const doubledAtMost = (fee: bigint, accepted: bigint): bigint | undefined => (fee <= 2n * accepted ? fee : undefined);
