import type { ApiPromise } from '@polkadot/api';
import * as v from 'valibot';
import type { TransactionProgress } from '../../../application/ports/chain.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { pause } from '../../../application/shared/pause.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isObject } from '../../../domain/wire.js';

/** Blocks come every 2 to 6 seconds. */
const LOOK_MS = 1_500;
/** So many looks in a row may fail before waiting ends. */
const FAILED_LOOKS = 3;
/** An extrinsic whose beginning nobody remembers is looked for in so many blocks before the last final one: half an hour of Polkadot's. */
const LOOK_BACK_BLOCKS = 300;
/** How many blocks are read at once. */
const AT_ONCE = 8;
/** How many blocks an extrinsic of ours is valid for, from the final one that it was made at. */
export const ERA_BLOCKS = 64;

/** Between which heights an extrinsic can be in a block. */
export interface ExtrinsicLife {
  /** The height that it was made at: it is in a later block. */
  readonly birth: number;
  /** No block above this can take it; `null` where any can. */
  readonly last: number | null;
}

/** Reads what {@link ExtrinsicFollower} told on another page; `null` where it told nothing. */
export const readTrace = (trace: string): ExtrinsicLife | null => {
  const [, birth, last] = /^(\d{1,10})-(\d{0,10})$/.exec(trace) ?? [];
  return birth === undefined ? null : { birth: Number(birth), last: last === undefined || last === '' ? null : Number(last) };
};

const writeTrace = ({ birth, last }: ExtrinsicLife): string => `${birth}-${last ?? ''}`;

/** An extrinsic to follow. */
export interface Followed {
  readonly hash: string;
  readonly chainId: string;
  /** Where it is known: `null` for one that was sent elsewhere, of which only the hash is known. */
  readonly life: ExtrinsicLife | null;
  readonly clock: Clock;
  /** Reads from a node of its chain. */
  readonly read: <T>(method: string, read: (api: ApiPromise) => Promise<T>) => Promise<T>;
}

const blockSchema = v.object({ block: v.object({ extrinsics: v.array(v.string()) }) });

interface Place {
  readonly height: number;
  readonly blockHash: string;
  readonly index: number;
}

interface Heads {
  readonly best: number;
  readonly final: number;
}

/** Looks for an extrinsic in the blocks of the best chain, each once, and says when it is in a final one. */
export class ExtrinsicFollower {
  readonly #followed: Followed;
  readonly #looked = new Set<string>();
  /** The lowest height that is not looked through for good. */
  #floor: number | null;
  /** It is not waited for longer than to this height. */
  #last: number | null;
  #place: Place | null = null;
  #told: TransactionProgress['status'] | null = null;

  constructor(followed: Followed) {
    this.#followed = followed;
    const { life } = followed;
    this.#floor = life === null ? null : life.birth + 1;
    this.#last = life?.last ?? null;
  }

  /** Ends when the extrinsic is in a final block, and fails as `Chain.followTransaction` says. */
  async follow(tell: (progress: TransactionProgress) => void, signal: AbortSignal): Promise<void> {
    const say = (progress: TransactionProgress): void => {
      if (progress.status !== this.#told) tell(progress);
      this.#told = progress.status;
    };
    const { life } = this.#followed;
    // A node took it. That the page may go is no matter from here on.
    if (life !== null) say({ status: 'seen', blockNumber: null, settled: false, trace: writeTrace(life) });
    for (let failures = 0; ; ) {
      try {
        if (await this.#look(say)) return;
        failures = 0;
      } catch (error) {
        const isPassing = isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
        failures += 1;
        if (!isPassing || failures === FAILED_LOOKS) throw error;
      }
      await pause(LOOK_MS, this.#followed.clock, signal);
    }
  }

  /** True when it is settled. */
  async #look(say: (progress: TransactionProgress) => void): Promise<boolean> {
    const { chainId, hash, life, read } = this.#followed;
    const heads = await read('chain_getHeader', readHeads);
    if (this.#place !== null && !(await this.#isThere(this.#place))) this.#place = null;
    const isFirst = this.#floor === null;
    this.#place ??= await this.#search(heads);
    const place = this.#place;
    if (place === null) {
      if (life !== null || (isFirst && (await read('author_pendingExtrinsics', (api) => isPending(api, hash)))))
        say({ status: 'seen', blockNumber: null, settled: false });
      // Its era is all it has; who does not know when that ends cannot say that it has passed.
      if (this.#last !== null && heads.final > this.#last)
        throw new LatchkeyError(life?.last == null ? 'network/unknown-outcome' : 'network/transaction-dropped', { chainId, hash });
      return false;
    }
    const blockNumber = BigInt(place.height);
    if (heads.final < place.height) {
      say({ status: 'included', blockNumber, settled: false });
      return false;
    }
    if (await read('state_getStorage', (api) => hasFailed(api, place, { chainId, hash })))
      throw new LatchkeyError('network/transaction-reverted', { chainId, hash });
    say({ status: 'finalized', blockNumber, settled: true });
    return true;
  }

  #isThere({ height, blockHash }: Place): Promise<boolean> {
    return this.#followed.read('chain_getBlockHash', async (api) => (await blockHashAt(api, height)) === blockHash);
  }

  async #search({ best, final }: Heads): Promise<Place | null> {
    this.#floor ??= Math.max(1, final - LOOK_BACK_BLOCKS);
    // One that was sent before the page knew has at most its whole era to come.
    this.#last ??= final + ERA_BLOCKS;
    // Also where the page comes back after days.
    const top = Math.min(best, this.#followed.life?.last ?? best);
    for (let from = this.#floor; from <= top; from += AT_ONCE) {
      const heights = Array.from({ length: Math.min(AT_ONCE, top - from + 1) }, (_, offset) => from + offset);
      const places = await this.#followed.read('chain_getBlock', (api) =>
        Promise.all(heights.map((height) => this.#searchAt(api, height))),
      );
      const found = places.find((place) => place !== null);
      if (found !== undefined) return found;
      this.#floor = Math.max(this.#floor, Math.min(final, from + AT_ONCE - 1) + 1);
    }
    return null;
  }

  async #searchAt(api: ApiPromise, height: number): Promise<Place | null> {
    const blockHash = await blockHashAt(api, height);
    if (this.#looked.has(blockHash)) return null;
    const raw = await api.rpc.chain.getBlock.raw(blockHash);
    // Read as texts: what other extrinsics are made of is no matter.
    const { extrinsics } = v.parse(blockSchema, raw).block;
    const index = extrinsics.findIndex((extrinsic) => hashOf(api, extrinsic) === this.#followed.hash.toLowerCase());
    if (index === -1) this.#looked.add(blockHash);
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

/** Whether a node has it in its pool; `false` where the node does not show its pool. */
const isPending = async (api: ApiPromise, hash: string): Promise<boolean> => {
  try {
    const raw: unknown = await api.rpc.author.pendingExtrinsics.raw();
    return Array.isArray(raw) && raw.some((extrinsic) => typeof extrinsic === 'string' && hashOf(api, extrinsic) === hash.toLowerCase());
  } catch {
    return false;
  }
};

/** An event of a block, as far as it is read. */
interface BlockEvent {
  readonly phase: { readonly isApplyExtrinsic: boolean; readonly asApplyExtrinsic: { toNumber(): number } };
  readonly event: { readonly section: string; readonly method: string };
}

/**
 * Whether the extrinsic failed in its block.
 * @throws LatchkeyError `network/unknown-outcome` where the node keeps no events of so old a block
 */
const hasFailed = async (
  api: ApiPromise,
  { blockHash, index }: Place,
  context: { readonly chainId: string; readonly hash: string },
): Promise<boolean> => {
  try {
    const events = await (await api.at(blockHash)).query['system']?.['events']?.();
    // The metadata of every chain says that they are these.
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
