import type { Namespace } from '../caip/namespace.js';
import { LatchkeyError } from '../errors/latchkey-error.js';

/** Largest amounts that a transfer can hold, in base units. */
const MAX_AMOUNTS: Readonly<Partial<Record<Namespace, bigint>>> = {
  // A 256-bit word, for wei and ERC-20 amounts. @see https://ethereum.github.io/yellowpaper/paper.pdf section 4.2
  eip155: 2n ** 256n - 1n,
  // u64, for lamports and token amounts. @see https://solana.com/docs/core/accounts
  solana: 2n ** 64n - 1n,
  // All bitcoins, in satoshi. @see MAX_MONEY in https://github.com/bitcoin/bitcoin/blob/master/src/consensus/amount.h
  bip122: 2_100_000_000_000_000n,
  // u128, in planck. @see https://docs.rs/pallet-balances
  polkadot: 2n ** 128n - 1n,
};

/**
 * Rejects an amount (base units) that a transfer of the namespace cannot hold. Zero is allowed; third-party namespaces have no maximum.
 * @throws LatchkeyError `send/invalid-amount`
 */
export const checkAmountRange = (namespace: Namespace, value: bigint): void => {
  const max = MAX_AMOUNTS[namespace];
  if (value < 0n || (max !== undefined && value > max)) throw new LatchkeyError('send/invalid-amount', { value: value.toString() });
};
