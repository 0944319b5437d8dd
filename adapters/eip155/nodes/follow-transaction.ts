import type { Observable } from 'rxjs';
import * as v from 'valibot';
import type { TransactionProgress } from '../../../application/ports/chain.port.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { fromAbortable } from '../../../application/shared/from-abortable.js';
import { pause } from '../../../application/shared/pause.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { filteredArrayOrEmpty } from '../../../domain/wire.js';
import { quantitySchema, readQuantity, toQuantity } from '../rpc-call.js';
import { type KnownTransaction, readTrace, type TransactionContent, traceOf } from '../transaction-trace.js';

/** Poll interval for receipts: short at first, backing off to the time of a block. */
const MIN_POLL_MS = 500;
const MAX_POLL_MS = 4_000;
const POLL_BACKOFF = 1.5;
/** Consecutive failed polls before following stops. */
const MAX_FAILED_POLLS = 3;
/** Consecutive polls at the slowest interval that find the nonce used but no receipt, before the transaction counts as replaced. */
const REPLACED_POLLS = 3;
/** Maximum time that a transaction is followed. */
const WAIT_LIMIT_MS = 30 * 60_000;

const READ_FAILURES = ['network/rpc-failed', 'network/timeout', 'network/wrong-node'] as const;

/** Reads from the nodes of the transaction's network. */
type Read = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

export interface FollowOptions {
  readonly hash: string;
  /** Trace emitted by an earlier page load. */
  readonly trace?: string | undefined;
  /** Address of the smart account that sent it, through a bundler. */
  readonly smartAccount?: string | undefined;
  readonly chainId: string;
  readonly clock: Clock;
  /** Number of confirmations, counting its own block, before it is settled. */
  readonly confirmations: number;
  readonly read: Read;
}

const tracedBy = (transaction: KnownTransaction): { readonly trace?: string } => {
  const trace = traceOf(transaction);
  return trace === null ? {} : { trace };
};

interface Receipt {
  /** `unknown` for a bundler's failed transaction, whose operations can still be in another one. */
  readonly outcome: 'included' | 'reverted' | 'unknown';
  readonly blockNumber: bigint;
}

/**
 * Follows a transaction until it has its confirmations. A re-org that removes it emits `seen`. A replacement with the same content (a
 * changed fee) is followed instead; a replacement with other content drops the transaction. A bundler's transaction is dropped by none: its
 * operations may be in another one.
 */
export const followTransaction = (options: FollowOptions): Observable<TransactionProgress> =>
  fromAbortable((signal, emit) => follow(options, emit, signal));

const follow = async (
  { hash, trace = '', smartAccount, chainId, clock, confirmations, read }: FollowOptions,
  emit: (progress: TransactionProgress) => void,
  signal: AbortSignal,
): Promise<void> => {
  const deadline = clock.now() + WAIT_LIMIT_MS;
  let followed = hash;
  let transaction: KnownTransaction | null = readTrace(trace);
  let lastEmitted = '';
  let failures = 0;
  let replacedPolls = 0;
  const emitIfChanged = (progress: TransactionProgress): void => {
    const { status, blockNumber, settled } = progress;
    const key = [status, blockNumber, settled].join();
    if (key !== lastEmitted) emit(progress);
    lastEmitted = key;
  };
  for (let waitMs = MIN_POLL_MS; clock.now() < deadline; waitMs = Math.min(waitMs * POLL_BACKOFF, MAX_POLL_MS)) {
    try {
      const receipt = await readReceipt(read, followed, smartAccount, signal);
      if (receipt !== null) {
        const settled = confirmations <= 1 || (await height(read, signal)) - receipt.blockNumber + 1n >= BigInt(Math.ceil(confirmations));
        if (receipt.outcome === 'reverted' && settled) throw new LatchkeyError('network/transaction-reverted', { chainId, hash: followed });
        if (receipt.outcome === 'unknown' && settled) break;
        if (receipt.outcome === 'included')
          emitIfChanged({
            status: 'included',
            blockNumber: receipt.blockNumber,
            settled,
            ...(followed === hash ? {} : { replacedBy: followed }),
          });
        if (settled) return;
        replacedPolls = 0;
      } else {
        transaction ??= await readTransaction(read, followed, signal);
        if (transaction !== null) emitIfChanged({ status: 'seen', blockNumber: null, settled: false, ...tracedBy(transaction) });
        if (waitMs === MAX_POLL_MS && transaction !== null)
          replacedPolls = (await isNonceUsed(read, transaction, signal)) ? replacedPolls + 1 : 0;
      }
      if (replacedPolls >= REPLACED_POLLS && transaction !== null) {
        const other = await findReplacement(read, transaction, signal);
        if (other === null || (!other.isSame && smartAccount !== undefined)) break;
        if (!other.isSame) throw new LatchkeyError('network/transaction-dropped', { chainId, hash, by: other.hash });
        followed = other.hash;
        replacedPolls = 0;
        continue;
      }
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      if (!isReadFailure(error)) throw error;
      if (failures === MAX_FAILED_POLLS)
        throw isLatchkeyError(error)
          ? error
          : new LatchkeyError('network/rpc-failed', { chainId, method: 'eth_getTransactionReceipt' }, { cause: error });
    }
    await pause(waitMs, clock, signal);
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
};

const receiptSchema = v.nullish(
  v.object({ blockNumber: v.nullish(quantitySchema), status: v.optional(v.unknown()), logs: v.optional(v.unknown()) }),
);

const lowerCase = v.pipe(
  v.string(),
  v.transform((text) => text.toLowerCase()),
);

const transactionSchema = v.object({
  from: lowerCase,
  nonce: quantitySchema,
  // A contract creation has no recipient.
  to: v.nullish(lowerCase, ''),
  value: quantitySchema,
  input: v.nullish(lowerCase, '0x'),
});
const blockSchema = v.object({ transactions: filteredArrayOrEmpty(v.object({ ...transactionSchema.entries, hash: v.string() })) });

/** Contracts that execute user operations: versions 0.6, 0.7 and 0.8. @see https://github.com/eth-infinitism/account-abstraction/releases */
const ENTRY_POINTS: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
];
/**
 * Signature of `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`: hash, sender and paymaster are indexed.
 * @see https://eips.ethereum.org/EIPS/eip-4337#entrypoint-definition
 */
const OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
const operationLogSchema = v.object({
  address: v.pipe(lowerCase, v.picklist(ENTRY_POINTS)),
  topics: v.looseTuple([v.literal(OPERATION_EVENT), v.string(), lowerCase]),
  // Nonce, then success, in words of 32 bytes.
  data: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{256}$/i)),
});

/** Returns whether a bundler's transaction holds operations of an account, and all of them failed. */
const hasFailedOperations = (logs: unknown, smartAccount: string): boolean => {
  const topic = `0x${smartAccount.slice(2).toLowerCase().padStart(64, '0')}`;
  const operations = v.parse(filteredArrayOrEmpty(operationLogSchema), logs).filter(({ topics: [, , sender] }) => sender === topic);
  return operations.length > 0 && operations.every(({ data }) => BigInt(`0x${data.slice(66, 130)}`) === 0n);
};

const readReceipt = async (read: Read, hash: string, smartAccount: string | undefined, signal: AbortSignal): Promise<Receipt | null> => {
  const receipt = v.parse(receiptSchema, await read('eth_getTransactionReceipt', [hash], signal));
  // Some nodes return a receipt before there is a block.
  if (receipt?.blockNumber === undefined || receipt.blockNumber === null) return null;
  const { blockNumber, status, logs } = receipt;
  if (smartAccount === undefined) return { outcome: status === '0x0' ? 'reverted' : 'included', blockNumber };
  if (status === '0x0') return { outcome: 'unknown', blockNumber };
  return { outcome: hasFailedOperations(logs, smartAccount) ? 'reverted' : 'included', blockNumber };
};

const height = async (read: Read, signal: AbortSignal): Promise<bigint> => readQuantity(await read('eth_blockNumber', [], signal));

const readTransaction = async (read: Read, hash: string, signal: AbortSignal): Promise<KnownTransaction | null> => {
  const transaction = v.parse(v.nullish(transactionSchema), await read('eth_getTransactionByHash', [hash], signal));
  return transaction === null || transaction === undefined ? null : { ...transaction, firstSeenHeight: await height(read, signal) };
};

const isNonceUsedAt = async (read: Read, { from, nonce }: TransactionContent, block: string, signal: AbortSignal): Promise<boolean> =>
  readQuantity(await read('eth_getTransactionCount', [from, block], signal)) > nonce;

const isNonceUsed = (read: Read, transaction: TransactionContent, signal: AbortSignal): Promise<boolean> =>
  isNonceUsedAt(read, transaction, 'latest', signal);

/**
 * Finds the transaction that used the nonce, with a flag for the same content; `null` when it is not found. Searches back from the head,
 * because most nodes have the state of recent blocks only, then between two blocks: few reads, however long the wait.
 */
const findReplacement = async (
  read: Read,
  transaction: KnownTransaction,
  signal: AbortSignal,
): Promise<{ readonly hash: string; readonly isSame: boolean } | null> => {
  const { firstSeenHeight } = transaction;
  const head = await height(read, signal);
  let [low, high] = [head, head];
  for (let distance = 1n; low === high; distance *= 2n) {
    low = head - distance > firstSeenHeight ? head - distance : firstSeenHeight;
    if (!(await isNonceUsedAt(read, transaction, toQuantity(low), signal))) break;
    // The nonce was used before the first read, so the block range is unknown.
    if (low === firstSeenHeight) return null;
    high = low;
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (await isNonceUsedAt(read, transaction, toQuantity(middle), signal)) high = middle;
    else low = middle;
  }
  const block = v.parse(v.nullish(blockSchema), await read('eth_getBlockByNumber', [toQuantity(high), true], signal));
  for (const candidate of block?.transactions ?? []) {
    if (candidate.from !== transaction.from || candidate.nonce !== transaction.nonce) continue;
    return {
      hash: candidate.hash,
      isSame: candidate.to === transaction.to && candidate.value === transaction.value && candidate.input === transaction.input,
    };
  }
  return null;
};

/** A malformed value from a node counts as a read failure too. */
const isReadFailure = (error: unknown): boolean => !isLatchkeyError(error) || READ_FAILURES.some((code) => isLatchkeyError(error, code));
