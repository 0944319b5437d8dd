import { powerOfTen, toDecimal } from '../money/fiat-amount.js';

/** Hundredths of a percent in one. */
export const BPS = 10_000n;
/** Fee of the service of swaps, contained in what a swap gives: 0.85 % (specification, section 9). */
const PROVIDER_FEE_BPS = 85n;
/** Gas limit of a swap that is not built yet (specification, section 9). */
export const INITIAL_GAS_LIMIT = 150_000n;

/** The least that a swap may give, in base units of the target, rounded up: less fails in the chain. @param received as quoted */
export const minimumReceived = (received: bigint, slippageBps: number): bigint => {
  const kept = received * (BPS - BigInt(slippageBps));
  return (kept + BPS - 1n) / BPS;
};

/** Fee of the service of swaps, in base units of the source, rounded down. */
export const providerFee = (sent: bigint): bigint => (sent * PROVIDER_FEE_BPS) / BPS;

/**
 * The slippage at which a swap of a newer quote still gives a minimum, in hundredths of a percent, rounded down; at most what the user tolerates.
 * `null`: the newer quote gives less than the minimum.
 */
export const remainingSlippage = (received: bigint, minimum: bigint, slippageBps: number): number | null => {
  if (received < minimum || received <= 0n) return null;
  const bps = Number(((received - minimum) * BPS) / received);
  return Math.min(bps, slippageBps);
};

/** An amount in base units, and the price of one whole unit in US dollars. */
export interface PricedAmount {
  readonly value: bigint;
  readonly decimals: number;
  readonly priceUsd: number | null;
}

/**
 * The share of the value that a swap loses, in hundredths of a percent, negative for a gain; `null` without both prices. Exact for any size.
 */
export const priceImpactBps = (sent: PricedAmount, received: PricedAmount): number | null => {
  if (sent.priceUsd === null || received.priceUsd === null || sent.priceUsd <= 0 || sent.value <= 0n) return null;
  const [from, to] = [toDecimal(sent.priceUsd), toDecimal(received.priceUsd)];
  // Both values over one denominator.
  const given = sent.value * from.digits * powerOfTen(received.decimals + to.decimals);
  const got = received.value * to.digits * powerOfTen(sent.decimals + from.decimals);
  return Number(((given - got) * BPS) / given);
};

/** Received for one whole unit of the source, in base units of the target. */
export const exchangeRate = (sent: bigint, sentDecimals: number, received: bigint): bigint =>
  sent === 0n ? 0n : (received * powerOfTen(sentDecimals)) / sent;
