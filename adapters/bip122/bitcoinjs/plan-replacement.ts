import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { dustLimitSats, transactionVbytes } from '../../../domain/money/bitcoin-sizes.js';
import type { PsbtCoin, SpendableAddress } from './psbt.js';

/** An output of a transaction. */
export interface Output {
  readonly script: Uint8Array;
  /** Satoshis. */
  readonly value: bigint;
}

/** A waiting transaction, and what its replacement may use. */
export interface ReplacementPlanOptions {
  /** CAIP-2, for errors. */
  readonly chainId: string;
  /** The sender; what is left returns to this address. */
  readonly from: SpendableAddress;
  /** The coins of the waiting transaction: a replacement spends all of them. */
  readonly coins: readonly PsbtCoin[];
  /** Confirmed coins that may pay for the fee, in the order of preference. */
  readonly spares: readonly PsbtCoin[];
  /** Outputs to keep; none for a cancellation. */
  readonly payments: readonly Output[];
  /** Fee of the waiting transaction, in satoshis. */
  readonly fee: bigint;
  /** Satoshis per virtual byte, an integer, higher than the rate of the waiting transaction. */
  readonly rate: number;
}

/** The coins and outputs of a replacement. Satoshis. */
export interface ReplacementPlan {
  readonly coins: readonly PsbtCoin[];
  readonly outputs: readonly Output[];
  readonly fee: bigint;
}

/** Nodes want a replacement to pay for its own relay besides the fee of the first one, in satoshis per virtual byte. @see BIP-125, rule 4 */
const RELAY_RATE = 1n;

/** Satoshis of outputs. */
export const sumOf = (values: readonly { readonly value: bigint }[]): bigint => values.reduce((sum, { value }) => sum + value, 0n);

/**
 * Plans a replacement: with all coins and payments of the waiting transaction, and the higher fee taken from the change, then from spare coins.
 * @throws LatchkeyError `send/insufficient-fee-funds`
 * @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki
 */
export const planReplacement = (options: ReplacementPlanOptions): ReplacementPlan => {
  const { chainId, from, spares, payments, fee: replacedFee, rate } = options;
  const minimum = dustLimitSats(from.type, from.script.length);
  const paid = sumOf(payments);
  const feeOf = (count: number, outputs: readonly Output[]): bigint => {
    const inputs = Array.from({ length: count }, () => from.type);
    const vbytes = BigInt(
      transactionVbytes(
        inputs,
        outputs.map(({ script }) => script.length),
      ),
    );
    const [byRate, byRule] = [vbytes * BigInt(rate), replacedFee + vbytes * RELAY_RATE];
    return byRate > byRule ? byRate : byRule;
  };
  let missing = { fee: 0n, left: 0n };
  for (let added = 0; added <= spares.length; added += 1) {
    const coins = [...options.coins, ...spares.slice(0, added)];
    const left = sumOf(coins) - paid;
    const change = { script: from.script, value: 0n };
    const fee = feeOf(coins.length, [...payments, change]);
    if (left - fee >= minimum) return { coins, outputs: [...payments, { ...change, value: left - fee }], fee };
    // Too little for an output of its own goes to the fee.
    if (payments.length > 0 && left >= feeOf(coins.length, payments)) return { coins, outputs: payments, fee: left };
    missing = { fee, left };
  }
  throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(missing.fee), balance: String(missing.left) });
};
