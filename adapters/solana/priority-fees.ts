import type { FeeSpeed } from '../../application/ports/transaction-request.js';
import { toAmount } from './parse-json.js';

/** Which share of the fees that others paid lately is paid too. */
const PERCENTILES: Readonly<Record<FeeSpeed, number>> = { slow: 25, normal: 50, fast: 90 };

/** Micro-lamports a compute unit: what a node says above that is not followed. */
const HIGHEST_PRICE = 20_000_000n;

/** Micro-lamports in a lamport. */
const MICRO = 1_000_000n;

/**
 * Prices of a compute unit in micro-lamports, out of what was paid in recent slots.
 * @see https://solana.com/docs/rpc/http/getrecentprioritizationfees
 */
export const readPrices = (result: unknown): Readonly<Record<FeeSpeed, bigint>> => {
  // What is no list throws, and makes the answer one of a broken node.
  const paid = (result as readonly { readonly prioritizationFee: unknown }[]).map(({ prioritizationFee }) => toAmount(prioritizationFee));
  paid.sort((a, b) => (a < b ? -1 : 1));
  const at = (percentile: number): bigint => {
    const price = paid[Math.min(paid.length - 1, Math.floor((paid.length * percentile) / 100))] ?? 0n;
    return price < HIGHEST_PRICE ? price : HIGHEST_PRICE;
  };
  return { slow: at(PERCENTILES.slow), normal: at(PERCENTILES.normal), fast: at(PERCENTILES.fast) };
};

/** Lamports for the priority of so many compute units, rounded up as the network does. */
export const priorityFee = (computeUnits: number, microLamportsPerUnit: bigint): bigint =>
  (BigInt(computeUnits) * microLamportsPerUnit + MICRO - 1n) / MICRO;
