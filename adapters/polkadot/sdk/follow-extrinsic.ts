import type { ApiPromise } from '@polkadot/api';
import * as v from 'valibot';
import type { TransactionProgress } from '../../../application/ports/chain.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { pause } from '../../../application/shared/pause.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isObject } from '../../../domain/wire.js';

/** Blocks are produced every 2 to 6 seconds. */
const POLL_MS = 1_500;
/** Consecutive failed polls before following stops. */
const MAX_FAILED_POLLS = 3;
/** How far back to search for an extrinsic of unknown age: half an hour of Polkadot blocks. */
const LOOK_BACK_BLOCKS = 300;
/** How many blocks are read at once. */
const MAX_CONCURRENT_READS = 8;
/** Longest usual mortality of an extrinsic of unknown age, in blocks. */
export const ERA_BLOCKS = 64;

/** Block heights at which an extrinsic can be included. */
export interface ExtrinsicLifetime {
  /** Height at which it was created: it can only be included later. */
  readonly birth: number;
  /** Last height at which it is valid; `null` if immortal. */
  readonly last: number | null;
}

/** Parses a trace emitted by {@link ExtrinsicFollower} before a page load; `null` if it is malformed. */
export const readTrace = (trace: string): ExtrinsicLifetime | null => {
  const [, birth, last] = /^(\d{1,10})-(\d{0,10})$/.exec(trace) ?? [];
  return birth === undefined ? null : { birth: Number(birth), last: last === undefined || last === '' ? null : Number(last) };
};

/** Serializes a lifetime, to be stored with the extrinsic. */
export const writeTrace = ({ birth, last }: ExtrinsicLifetime): string => `${birth}-${last ?? ''}`;

export interface FollowExtrinsicOptions {
  readonly hash: string;
  readonly chainId: string;
  /** `null` for an extrinsic of which only the hash is known. */
  readonly lifetime: ExtrinsicLifetime | null;
  readonly clock: Clock;
  /** Reads from a node of the extrinsic's chain. */
  readonly read: <T>(method: string, read: (api: ApiPromise) => Promise<T>) => Promise<T>;
}

const blockSchema = v.object({ block: v.object({ extrinsics: v.array(v.string()) }) });

interface ExtrinsicLocation {
  readonly height: number;
  readonly blockHash: string;
  readonly index: number;
}

interface Heads {
  readonly best: number;
  readonly final: number;
}

/** Searches each block of the best chain once for an extrinsic, and emits its progress until it is finalized. */
export class ExtrinsicFollower {
  readonly #options: FollowExtrinsicOptions;
  readonly #searchedBlocks = new Set<string>();
  /** Lowest height that has not been searched in finalized blocks. */
  #searchFrom: number | null;
  /** Height after which following stops. */
  #lastHeight: number | null;
  #location: ExtrinsicLocation | null = null;
  #lastStatus: TransactionProgress['status'] | null = null;

  constructor(options: FollowExtrinsicOptions) {
    this.#options = options;
    const { lifetime } = options;
    this.#searchFrom = lifetime === null ? null : lifetime.birth + 1;
    this.#lastHeight = lifetime?.last ?? null;
  }

  /** Completes when the extrinsic is finalized; fails as documented in `Chain.followTransaction`. */
  async follow(emit: (progress: TransactionProgress) => void, signal: AbortSignal): Promise<void> {
    const emitIfChanged = (progress: TransactionProgress): void => {
      if (progress.status !== this.#lastStatus) emit(progress);
      this.#lastStatus = progress.status;
    };
    const { lifetime } = this.#options;
    // A node accepted it; it survives a page load from here on.
    if (lifetime !== null) emitIfChanged({ status: 'seen', blockNumber: null, settled: false, trace: writeTrace(lifetime) });
    for (let failures = 0; ; ) {
      try {
        if (await this.#poll(emitIfChanged)) return;
        failures = 0;
      } catch (error) {
        const isTransient = isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
        failures += 1;
        if (!isTransient || failures === MAX_FAILED_POLLS) throw error;
      }
      await pause(POLL_MS, this.#options.clock, signal);
    }
  }

  /** Returns `true` once settled. */
  async #poll(emit: (progress: TransactionProgress) => void): Promise<boolean> {
    const { chainId, hash, lifetime, read } = this.#options;
    const heads = await read('chain_getHeader', readHeads);
    if (this.#location !== null && !(await this.#isStillIncluded(this.#location))) this.#location = null;
    const isFirst = this.#searchFrom === null;
    this.#location ??= await this.#search(heads);
    const location = this.#location;
    if (location === null) {
      if (lifetime !== null || (isFirst && (await read('author_pendingExtrinsics', (api) => isPending(api, hash)))))
        emit({ status: 'seen', blockNumber: null, settled: false });
      // The outcome is unknown if the end of its era is unknown.
      if (this.#lastHeight !== null && heads.final > this.#lastHeight)
        throw new LatchkeyError(lifetime?.last == null ? 'network/unknown-outcome' : 'network/transaction-dropped', { chainId, hash });
      return false;
    }
    const blockNumber = BigInt(location.height);
    if (heads.final < location.height) {
      emit({ status: 'included', blockNumber, settled: false });
      return false;
    }
    if (await read('state_getStorage', (api) => hasFailed(api, location, { chainId, hash })))
      throw new LatchkeyError('network/transaction-reverted', { chainId, hash });
    emit({ status: 'finalized', blockNumber, settled: true });
    return true;
  }

  #isStillIncluded({ height, blockHash }: ExtrinsicLocation): Promise<boolean> {
    return this.#options.read('chain_getBlockHash', async (api) => (await blockHashAt(api, height)) === blockHash);
  }

  async #search({ best, final }: Heads): Promise<ExtrinsicLocation | null> {
    this.#searchFrom ??= Math.max(1, final - LOOK_BACK_BLOCKS);
    // An extrinsic of unknown age can be included for at most one more era.
    this.#lastHeight ??= final + ERA_BLOCKS;
    // Limits the search when following resumes days later.
    const top = Math.min(best, this.#options.lifetime?.last ?? best);
    for (let from = this.#searchFrom; from <= top; from += MAX_CONCURRENT_READS) {
      const heights = Array.from({ length: Math.min(MAX_CONCURRENT_READS, top - from + 1) }, (_, offset) => from + offset);
      const locations = await this.#options.read('chain_getBlock', (api) =>
        Promise.all(heights.map((height) => this.#searchAt(api, height))),
      );
      const found = locations.find((location) => location !== null);
      if (found !== undefined) return found;
      this.#searchFrom = Math.max(this.#searchFrom, Math.min(final, from + MAX_CONCURRENT_READS - 1) + 1);
    }
    return null;
  }

  async #searchAt(api: ApiPromise, height: number): Promise<ExtrinsicLocation | null> {
    const blockHash = await blockHashAt(api, height);
    if (this.#searchedBlocks.has(blockHash)) return null;
    const raw = await api.rpc.chain.getBlock.raw(blockHash);
    // Compared as hex: other extrinsics need not be decoded.
    const { extrinsics } = v.parse(blockSchema, raw).block;
    const index = extrinsics.findIndex((extrinsic) => hashOf(api, extrinsic) === this.#options.hash.toLowerCase());
    if (index === -1) this.#searchedBlocks.add(blockHash);
    return index === -1 ? null : { height, blockHash, index };
  }
}

const readHeads = async (api: ApiPromise): Promise<Heads> => {
  const [best, final] = await Promise.all([
    api.rpc.chain.getHeader(),
    api.rpc.chain.getFinalizedHead().then((hash) => api.rpc.chain.getHeader(hash)),
  ]);
  return { best: best.number.toNumber(), final: final.number.toNumber() };
};

const blockHashAt = async (api: ApiPromise, height: number): Promise<string> => (await api.rpc.chain.getBlockHash(height)).toHex();

const hashOf = (api: ApiPromise, extrinsic: string): string => api.registry.hash(api.registry.createType('Raw', extrinsic).toU8a()).toHex();

/** Checks a node's transaction pool; `false` if the node does not expose it. */
const isPending = async (api: ApiPromise, hash: string): Promise<boolean> => {
  try {
    const raw: unknown = await api.rpc.author.pendingExtrinsics.raw();
    return Array.isArray(raw) && raw.some((extrinsic) => typeof extrinsic === 'string' && hashOf(api, extrinsic) === hash.toLowerCase());
  } catch {
    return false;
  }
};

/** The fields of a block event that are read. */
interface BlockEvent {
  readonly phase: { readonly isApplyExtrinsic: boolean; readonly asApplyExtrinsic: { toNumber(): number } };
  readonly event: { readonly section: string; readonly method: string };
}

/**
 * Checks if the extrinsic failed in its block.
 * @throws LatchkeyError `network/unknown-outcome` when the node has pruned the block's state
 */
const hasFailed = async (
  api: ApiPromise,
  { blockHash, index }: ExtrinsicLocation,
  context: { readonly chainId: string; readonly hash: string },
): Promise<boolean> => {
  try {
    const events = await (await api.at(blockHash)).query['system']?.['events']?.();
    // Guaranteed by the chain's metadata.
    return v
      .parse(v.array(v.custom<BlockEvent>(isObject)), events)
      .some(
        ({ phase, event }) =>
          phase.isApplyExtrinsic &&
          phase.asApplyExtrinsic.toNumber() === index &&
          event.section === 'system' &&
          event.method === 'ExtrinsicFailed',
      );
  } catch (cause) {
    if (/state already discarded|unknown block/i.test(cause instanceof Error ? cause.message : ''))
      throw new LatchkeyError('network/unknown-outcome', context, { cause });
    throw cause;
  }
};
