import * as v from 'valibot';
import type { Network } from '../../../domain/network/network.js';
import { lenient, read } from '../../../domain/wire.js';
import { type Esplora, EsploraError } from './esplora.js';

/** Satoshi a virtual byte by how soon, whole and rounded up. */
export interface FeeRates {
  readonly slow: number;
  readonly normal: number;
  readonly fast: number;
  /** What they stand on: the service's estimates; what waits for a block now; or the least that nodes pass on. */
  readonly basis: 'estimates' | 'mempool' | 'minimum';
}

/** Nodes pass on nothing below this. */
const LEAST_RATE = 1;
/** A rate above this is a mistake of the service, not a market. */
const MOST_RATE = 10_000;
/** What a block holds, in virtual bytes. @see BIP-141 */
const BLOCK_VBYTES = 1_000_000;

/** Blocks within which a transaction should be in one. */
const TARGETS = { fast: 1, normal: 3, slow: 6 } as const;

const MINIMUM: FeeRates = { slow: LEAST_RATE, normal: LEAST_RATE, fast: LEAST_RATE, basis: 'minimum' };

const nonsense = (): Error => new Error('The service gave rates that make no sense');

/** What a rate is for each target. @throws Error for one that no market has */
const ratesOf = (basis: FeeRates['basis'], rateFor: (target: number) => number): FeeRates => {
  const rate = (target: number): number => {
    const told = rateFor(target);
    if (told > MOST_RATE) throw nonsense();
    return Math.max(LEAST_RATE, Math.ceil(told));
  };
  return { slow: rate(TARGETS.slow), normal: rate(TARGETS.normal), fast: rate(TARGETS.fast), basis };
};

/**
 * Reads `/fee-estimates`. A target that the service leaves out takes the next sooner one; a rate that is none (nodes say −1 where they
 * do not know) is left out too. `null` when nothing is left: a node without traffic, as of a regtest, has seen nothing to estimate from.
 * @throws Error for anything that is no table
 * @see https://github.com/Blockstream/esplora/blob/master/API.md#fee-estimates
 */
export const readFeeRates = (answer: unknown): FeeRates | null => {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw nonsense();
  const known = Object.entries(answer)
    .flatMap(([blocks, rate]) => (typeof rate === 'number' && Number.isFinite(rate) && rate > 0 ? [{ blocks: Number(blocks), rate }] : []))
    .sort((one, other) => other.blocks - one.blocks);
  const soonest = known.at(-1);
  if (soonest === undefined) return null;
  return ratesOf('estimates', (target) => (known.find(({ blocks }) => blocks <= target) ?? soonest).rate);
};

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
/** A rate, and how much waits that pays more than it and less than the one before. */
const stepSchema = v.tuple([amount, amount]);
const mempoolSchema = v.object({ fee_histogram: lenient(v.array(v.unknown())) });

/**
 * Reads what is paid at least by so much of what waits as fills the blocks up to each target, from the histogram of `/mempool`; where less
 * waits, the least that nodes pass on. `null` for a service without it.
 * @throws Error for a histogram that is none
 * @see https://github.com/Blockstream/esplora/blob/master/API.md#mempool
 */
export const readMempoolRates = (answer: unknown): FeeRates | null => {
  const { fee_histogram: histogram } = read(mempoolSchema, answer) ?? {};
  if (histogram === undefined) return null;
  const steps = histogram.map((step) => v.parse(stepSchema, step)).sort(([one], [other]) => other - one);
  return ratesOf('mempool', (target) => {
    let waiting = 0;
    for (const [rate, vsize] of steps) {
      waiting += vsize;
      // Who pays more than those at the edge is in before them.
      if (waiting >= target * BLOCK_VBYTES) return Math.floor(rate) + 1;
    }
    return LEAST_RATE;
  });
};

/** Reads rates; `null` when a service was there and has none, or does not know the question. */
const find = async (
  { esplora, network, path, read }: FindRates & { readonly path: string; readonly read: (answer: unknown) => FeeRates | null },
  signal: AbortSignal,
): Promise<FeeRates | null> => {
  let isWithout = false;
  const readRates = (text: string): FeeRates => {
    const rates = read(JSON.parse(text));
    isWithout ||= rates === null;
    // The next service may have some.
    if (rates === null) throw new Error('The service has no rates');
    return rates;
  };
  try {
    return await esplora.ask({ network, path, read: readRates }, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isWithout || error instanceof EsploraError) return null;
    throw error;
  }
};

/** Where rates are looked for. */
export interface FindRates {
  readonly esplora: Esplora;
  readonly network: Network;
}

/**
 * What a transaction pays to be in a block soon. A service that has no estimates is asked what waits; one that does not tell that either
 * leaves the least that nodes pass on. Never more than one of them says; a service that cannot be read is an error.
 * @throws LatchkeyError `network/rpc-failed`, `network/timeout`, `network/wrong-node`
 */
export const findFeeRates = async (where: FindRates, signal: AbortSignal): Promise<FeeRates> =>
  (await find({ ...where, path: '/fee-estimates', read: readFeeRates }, signal)) ??
  (await find({ ...where, path: '/mempool', read: readMempoolRates }, signal)) ??
  MINIMUM;
