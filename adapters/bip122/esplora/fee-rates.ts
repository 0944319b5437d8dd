import * as v from 'valibot';
import type { Network } from '../../../domain/network/network.js';
import { lenient, parseOrNull } from '../../../domain/wire.js';
import { type Esplora, EsploraError } from './esplora.js';

/** Fee rates in satoshis per virtual byte, rounded up to integers. */
export interface FeeRates {
  readonly slow: number;
  readonly normal: number;
  readonly fast: number;
  /** Source of the rates: the service's estimates, the current mempool, or the relay minimum. */
  readonly basis: 'estimates' | 'mempool' | 'minimum';
}

/** Minimum relay fee rate. */
const MIN_RATE = 1;
/** A higher rate is an error of the service. */
const MAX_RATE = 10_000;
/** Block capacity in virtual bytes. @see BIP-141 */
const BLOCK_VBYTES = 1_000_000;

/** Confirmation targets in blocks. */
const TARGETS = { fast: 1, normal: 3, slow: 6 } as const;

const MINIMUM: FeeRates = { slow: MIN_RATE, normal: MIN_RATE, fast: MIN_RATE, basis: 'minimum' };

const invalidRates = (): Error => new Error('The service returned invalid fee rates');

/** Rates for each target. @throws Error for a rate above the maximum */
const ratesOf = (basis: FeeRates['basis'], rateFor: (target: number) => number): FeeRates => {
  const rate = (target: number): number => {
    const value = rateFor(target);
    if (value > MAX_RATE) throw invalidRates();
    return Math.max(MIN_RATE, Math.ceil(value));
  };
  return { slow: rate(TARGETS.slow), normal: rate(TARGETS.normal), fast: rate(TARGETS.fast), basis };
};

/**
 * Reads `/fee-estimates`. If a target is missing, the estimate for the nearest earlier block applies; invalid rates (nodes return −1 for unknown) are skipped. `null` if
 * none is left, as on a regtest node without traffic.
 * @throws Error if the response is not an object
 * @see https://github.com/Blockstream/esplora/blob/master/API.md#fee-estimates
 */
export const readFeeRates = (response: unknown): FeeRates | null => {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) throw invalidRates();
  const estimates = Object.entries(response)
    .flatMap(([blocks, rate]) => (typeof rate === 'number' && Number.isFinite(rate) && rate > 0 ? [{ blocks: Number(blocks), rate }] : []))
    .sort((a, b) => b.blocks - a.blocks);
  const soonest = estimates.at(-1);
  if (soonest === undefined) return null;
  return ratesOf('estimates', (target) => (estimates.find(({ blocks }) => blocks <= target) ?? soonest).rate);
};

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
/** A fee rate, and the virtual size of transactions between it and the next higher rate. */
const stepSchema = v.tuple([amount, amount]);
const mempoolSchema = v.object({ fee_histogram: lenient(v.array(v.unknown())) });

/**
 * Derives rates from the fee histogram of `/mempool`: for each target, the rate that outbids all but the target's blocks of the mempool, or the
 * minimum if the mempool holds less than that. `null` for a service without a histogram.
 * @throws Error for a malformed histogram
 * @see https://github.com/Blockstream/esplora/blob/master/API.md#mempool
 */
export const readMempoolRates = (response: unknown): FeeRates | null => {
  const { fee_histogram: histogram } = parseOrNull(mempoolSchema, response) ?? {};
  if (histogram === undefined) return null;
  const steps = histogram.map((step) => v.parse(stepSchema, step)).sort(([a], [b]) => b - a);
  return ratesOf('mempool', (target) => {
    let waiting = 0;
    for (const [rate, vsize] of steps) {
      waiting += vsize;
      // Outbid the transactions at the edge of the target block.
      if (waiting >= target * BLOCK_VBYTES) return Math.floor(rate) + 1;
    }
    return MIN_RATE;
  });
};

/** Reads rates; `null` if a service responded without rates or does not support the request. */
const findRates = async (
  { esplora, network, path, read }: FindFeeRatesOptions & { readonly path: string; readonly read: (response: unknown) => FeeRates | null },
  signal: AbortSignal,
): Promise<FeeRates | null> => {
  let hasNoRates = false;
  const readRates = (text: string): FeeRates => {
    const rates = read(JSON.parse(text));
    hasNoRates ||= rates === null;
    // Try the next service.
    if (rates === null) throw new Error('The service has no rates');
    return rates;
  };
  try {
    return await esplora.request({ network, path, read: readRates }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (hasNoRates || error instanceof EsploraError) return null;
    throw error;
  }
};

export interface FindFeeRatesOptions {
  readonly esplora: Esplora;
  readonly network: Network;
}

/**
 * Fee rates for confirmation within the targets: from estimates, else from the mempool histogram, else the relay minimum.
 * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node` when no service can be read
 */
export const findFeeRates = async (options: FindFeeRatesOptions, signal: AbortSignal): Promise<FeeRates> =>
  (await findRates({ ...options, path: '/fee-estimates', read: readFeeRates }, signal)) ??
  (await findRates({ ...options, path: '/mempool', read: readMempoolRates }, signal)) ??
  MINIMUM;
