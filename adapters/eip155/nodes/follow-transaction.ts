import type { Observable } from 'rxjs';
import * as v from 'valibot';
import type { TransactionProgress } from '../../../application/ports/chain.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { fromAbortable } from '../../../application/shared/from-abortable.js';
import { pause } from '../../../application/shared/pause.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { fittingItems } from '../../../domain/wire.js';
import { quantitySchema, readQuantity, toQuantity } from '../node-call.js';

/** Receipts are looked for in this rhythm: quickly at first, then as often as a block comes. */
const FIRST_LOOK_MS = 500;
const LAST_LOOK_MS = 4_000;
const LOOK_GROWTH = 1.5;
/** So many looks in a row may fail before following ends. */
const FAILED_LOOKS = 3;
/** So many slow looks in a row must find the nonce used but no receipt before the transaction counts as replaced. */
const REPLACED_LOOKS = 3;
/** Nobody follows a transaction for longer. */
const WAIT_LIMIT_MS = 30 * 60_000;

const READ_FAILURES = ['network/rpc-failed', 'network/timeout', 'network/wrong-node'] as const;

/** Reads from the nodes of the transaction's network. */
type Read = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

/** What is followed, and with what. */
export interface FollowOptions {
  readonly hash: string;
  /** What was told of it on another page. */
  readonly trace?: string | undefined;
  readonly chainId: string;
  readonly clock: Clock;
  /** How many blocks, its own included, make it settled. */
  readonly confirmations: number;
  readonly read: Read;
}

/** What makes two transactions of one sender the same deed. */
interface Deed {
  readonly from: string;
  readonly nonce: bigint;
  readonly to: string;
  readonly value: bigint;
  readonly input: string;
}

/** A transaction that a node knows. */
interface Known extends Deed {
  /** The height when it was seen first: what took its place is no deeper. */
  readonly since: bigint;
}

/** Longer calls are not kept: they are followed as far as their hash leads. */
const LONGEST_TRACE = 4_000;

/** What another page must know: which deed it is, and since when. */
const traceOf = ({ from, nonce, to, value, input, since }: Known): { readonly trace?: string } => {
  const trace = [since, nonce, from, value, to, input].join(' ');
  return trace.length > LONGEST_TRACE ? {} : { trace };
};

/** Reads what {@link followTransaction} told on another page; `null` where it told nothing. */
const readTrace = (trace: string): Known | null => {
  const [, since, nonce, from, value, to = '', input] =
    /^(\d{1,20}) (\d{1,20}) (0x[0-9a-f]{40}) (\d{1,78}) (0x[0-9a-f]{40})? (0x[0-9a-f]*)$/.exec(trace) ?? [];
  if (since === undefined || nonce === undefined || from === undefined || value === undefined || input === undefined) return null;
  return { since: BigInt(since), nonce: BigInt(nonce), from, value: BigInt(value), to, input };
};

interface Receipt {
  readonly reverted: boolean;
  readonly blockNumber: bigint;
}

/**
 * Follows a transaction until it has its confirmations. A re-org that takes it out is told as `seen`. What the wallet sent in
 * its place with the same content, to pay another fee, is followed instead; one with other content makes it dropped.
 */
export const followTransaction = (options: FollowOptions): Observable<TransactionProgress> =>
  fromAbortable((signal, emit) => follow(options, emit, signal));

const follow = async (
  { hash, trace = '', chainId, clock, confirmations, read }: FollowOptions,
  tell: (progress: TransactionProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const until = clock.now() + WAIT_LIMIT_MS;
  let followed = hash;
  let known: Known | null = readTrace(trace);
  let told = '';
  let failures = 0;
  let replaced = 0;
  const say = (progress: TransactionProgress): void => {
    const { status, blockNumber, settled } = progress;
    const words = [status, blockNumber, settled].join();
    if (words !== told) tell(progress);
    told = words;
  };
  for (let waitMs = FIRST_LOOK_MS; clock.now() < until; waitMs = Math.min(waitMs * LOOK_GROWTH, LAST_LOOK_MS)) {
    try {
      const receipt = await readReceipt(read, followed, signal);
      if (receipt !== null) {
        const settled = confirmations <= 1 || (await height(read, signal)) - receipt.blockNumber + 1n >= BigInt(Math.ceil(confirmations));
        if (receipt.reverted && settled) throw new LatchkeyError('network/transaction-reverted', { chainId, hash: followed });
        if (!receipt.reverted) say({ status: 'included', blockNumber: receipt.blockNumber, settled });
        if (settled) return;
        replaced = 0;
      } else {
        known ??= await readKnown(read, followed, signal);
        if (known !== null) say({ status: 'seen', blockNumber: null, settled: false, ...traceOf(known) });
        if (waitMs === LAST_LOOK_MS && known !== null) replaced = (await isUsed(read, known, signal)) ? replaced + 1 : 0;
      }
      failures = 0;
      if (replaced === REPLACED_LOOKS && known !== null) {
        const other = await replacement(read, known, signal);
        if (other === null) break;
        if (!other.isSame) throw new LatchkeyError('network/transaction-dropped', { chainId, hash });
        followed = other.hash;
        replaced = 0;
        continue;
      }
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (!isReadFailure(error)) throw error;
      if (failures === FAILED_LOOKS)
        throw isLatchkeyError(error)
          ? error
          : new LatchkeyError('network/rpc-failed', { chainId, method: 'eth_getTransactionReceipt' }, { cause: error });
    }
    await pause(waitMs, clock, signal);
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
};

const receiptSchema = v.nullish(v.object({ blockNumber: v.nullish(quantitySchema), status: v.optional(v.unknown()) }));

const lowerCase = v.pipe(
  v.string(),
  v.transform((text) => text.toLowerCase()),
);

const deedSchema = v.object({
  from: lowerCase,
  nonce: quantitySchema,
  // A transaction that makes a contract is to no one.
  to: v.nullish(lowerCase, ''),
  value: quantitySchema,
  input: v.nullish(lowerCase, '0x'),
});
const blockSchema = v.object({ transactions: fittingItems(v.object({ ...deedSchema.entries, hash: v.string() })) });

const readReceipt = async (read: Read, hash: string, signal: AbortSignal): Promise<Receipt | null> => {
  const receipt = v.parse(receiptSchema, await read('eth_getTransactionReceipt', [hash], signal));
  // Some nodes give a receipt before there is a block.
  if (receipt?.blockNumber === undefined || receipt.blockNumber === null) return null;
  return { reverted: receipt.status === '0x0', blockNumber: receipt.blockNumber };
};

const height = async (read: Read, signal: AbortSignal): Promise<bigint> => readQuantity(await read('eth_blockNumber', [], signal));

const readKnown = async (read: Read, hash: string, signal: AbortSignal): Promise<Known | null> => {
  const deed = v.parse(v.nullish(deedSchema), await read('eth_getTransactionByHash', [hash], signal));
  return deed === null || deed === undefined ? null : { ...deed, since: await height(read, signal) };
};

const usedAt = async (read: Read, { from, nonce }: Deed, block: string, signal: AbortSignal): Promise<boolean> =>
  readQuantity(await read('eth_getTransactionCount', [from, block], signal)) > nonce;

const isUsed = (read: Read, deed: Deed, signal: AbortSignal): Promise<boolean> => usedAt(read, deed, 'latest', signal);

/**
 * The transaction that took the nonce of another one, and whether it does the same; `null` when it is not found. The block in which
 * the nonce was used is halved down to: a handful of reads, however long the wait was.
 */
const replacement = async (
  read: Read,
  known: Known,
  signal: AbortSignal,
): Promise<{ readonly hash: string; readonly isSame: boolean } | null> => {
  let [low, high] = [known.since, await height(read, signal)];
  // It was used before anybody looked: nothing tells how long before.
  if (await usedAt(read, known, toQuantity(low), signal)) return null;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (await usedAt(read, known, toQuantity(middle), signal)) high = middle;
    else low = middle;
  }
  const block = v.parse(v.nullish(blockSchema), await read('eth_getBlockByNumber', [toQuantity(high), true], signal));
  for (const deed of block?.transactions ?? []) {
    if (deed.from !== known.from || deed.nonce !== known.nonce) continue;
    return { hash: deed.hash, isSame: deed.to === known.to && deed.value === known.value && deed.input === known.input };
  }
  return null;
};

/** What a node gave that is no quantity is a failure to read as well. */
const isReadFailure = (error: unknown): boolean => !isLatchkeyError(error) || READ_FAILURES.some((code) => isLatchkeyError(error, code));
