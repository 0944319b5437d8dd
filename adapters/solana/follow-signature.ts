import * as v from 'valibot';
import type { TransactionProgress } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { toBigInt, wholeNumberSchema } from './parse-json.js';
import type { SignatureSubscription } from './signature-subscription.js';
import type { RpcRequestFn } from './solana-rpc.js';

/** Poll interval without and with an active subscription. */
const POLL_MS = 1_000;
const LISTENING_POLL_MS = 10_000;
/** Poll interval of the block height while no node knows the transaction. */
const HEIGHT_POLL_MS = 5_000;
/** Consecutive failed reads before following stops. */
const MAX_FAILED_READS = 3;
/** Number of blocks for which a blockhash is valid. @see https://solana.com/docs/core/transactions/confirmation */
const BLOCKHASH_BLOCKS = 150n;
/** Maximum time that a transaction is followed. */
const LIMIT_MS = 30 * 60_000;

/** How long a transaction stays valid. */
export interface TransactionLifetime {
  /** Durable nonce: valid until the nonce is used. */
  readonly durable: boolean;
  readonly lastValidBlockHeight?: bigint;
  /** The transaction cannot be in an earlier slot. */
  readonly earliestSlot?: bigint;
  /** The transaction was not in the network earlier, in milliseconds since 1970. Replaces an unknown `earliestSlot`. */
  readonly since?: number;
}

/** Slots that are allowed for between a time and the slot derived from it: two minutes. */
const SLOT_MARGIN = 300n;
/** Slots last at least this long. @see https://solana.com/docs/references/terminology#slot 400 ms */
const MIN_SLOT_MS = 300;

/**
 * Parses a trace written by {@link writeTrace} or `solanaTrace` before a page load; `null` if it is malformed. A recent blockhash is valid
 * for 150 blocks, so that without a height the transaction has expired 150 blocks after it is first followed.
 */
export const readTrace = (trace: string): TransactionLifetime | null => {
  if (trace === 'nonce') return { durable: true };
  const [, height, slot, since] = /^(recent|\d{1,20})@(?:(\d{1,20})|(\d{1,16})ms)$/.exec(trace) ?? [];
  if (height === undefined) return null;
  return {
    durable: false,
    ...(height === 'recent' ? {} : { lastValidBlockHeight: BigInt(height) }),
    ...(slot === undefined ? { since: Number(since) } : { earliestSlot: BigInt(slot) }),
  };
};

/** Serializes a lifetime, to be stored with the transaction. */
export const writeTrace = ({ durable, lastValidBlockHeight, earliestSlot, since = 0 }: TransactionLifetime): string =>
  durable ? 'nonce' : `${lastValidBlockHeight ?? 'recent'}@${earliestSlot ?? `${since}ms`}`;

export interface FollowSignatureOptions {
  readonly hash: string;
  readonly network: Network;
  /** `null` for a transaction that this app did not send. */
  readonly lifetime: TransactionLifetime | null;
  readonly rpcRequest: RpcRequestFn;
  readonly subscription: SignatureSubscription;
  readonly clock: Clock;
}

interface Status {
  readonly status: TransactionProgress['status'];
  readonly slot: bigint;
  readonly failed: boolean;
}

/** Status of a transaction, and the slot at which it was read. */
interface StatusResult {
  readonly status: Status | null;
  readonly slot: bigint;
}

const STATUSES: Readonly<Record<string, TransactionProgress['status']>> = {
  processed: 'seen',
  confirmed: 'included',
  finalized: 'finalized',
};

/** A result of `getSignatureStatuses`. @see https://solana.com/docs/rpc/http/getsignaturestatuses */
const statusSchema = v.object({
  slot: wholeNumberSchema,
  err: v.optional(v.unknown()),
  confirmationStatus: v.optional(v.unknown()),
  confirmations: v.optional(v.unknown()),
});
const statusResultSchema = v.object({ context: v.object({ slot: wholeNumberSchema }), value: v.array(v.nullish(statusSchema)) });

const readStatusResult = (result: unknown): StatusResult => {
  const { context, value } = v.parse(statusResultSchema, result);
  const [status] = value;
  return { slot: context.slot, status: status == null ? null : readStatus(status) };
};

const readStatus = ({ slot, err, confirmationStatus, confirmations }: v.InferOutput<typeof statusSchema>): Status => {
  // Old nodes have no `confirmationStatus`; `confirmations: null` means finalized.
  const status = STATUSES[String(confirmationStatus)] ?? (confirmations === null ? 'finalized' : 'seen');
  return { status, slot, failed: err !== null && err !== undefined };
};

/**
 * Follows a transaction until it is finalized. Tolerates single read failures.
 * @throws LatchkeyError `network/transaction-reverted`; `network/transaction-dropped` once its blockhash has expired in finalized blocks
 * and the node's history reaches far enough back; `network/unknown-outcome` if it may use a durable nonce, if the history is too short, or
 * after 30 minutes; `network/rpc-failed` or `network/timeout` when reads keep failing
 * @see https://solana.com/docs/core/transactions/confirmation
 */
export const followSignature = async (
  { hash, network, lifetime, rpcRequest, subscription, clock }: FollowSignatureOptions,
  emit: (progress: TransactionProgress) => void,
): Promise<void> => {
  const chainId = network.caipNetworkId;
  const fetchStatus = (): Promise<StatusResult> =>
    rpcRequest({ method: 'getSignatureStatuses', params: [[hash], { searchTransactionHistory: true }], read: readStatusResult });
  const readHeight = (commitment: string): Promise<bigint> =>
    rpcRequest({ method: 'getBlockHeight', params: [{ commitment }], read: toBigInt });
  const readLastHeight = async (): Promise<bigint> => (await readHeight('confirmed')) + BLOCKHASH_BLOCKS;
  const deadline = clock.now() + LIMIT_MS;
  let lastStatus: Status | null = null;
  let lastHeight = lifetime?.lastValidBlockHeight ?? null;
  let earliestSlot = lifetime?.earliestSlot ?? null;
  let trace: string | null = null;
  let nextHeightPoll = 0;
  let failures = 0;
  /** Emits the trace for a later page load, once it is complete. */
  const emitTrace = (): void => {
    if (lifetime === null || (!lifetime.durable && (lastHeight === null || earliestSlot === null))) return;
    const text = writeTrace({
      durable: lifetime.durable,
      ...(lastHeight === null ? {} : { lastValidBlockHeight: lastHeight }),
      ...(earliestSlot === null ? {} : { earliestSlot }),
    });
    if (text !== trace) emit({ status: 'seen', blockNumber: null, settled: false, trace: text });
    trace = text;
  };
  /** Checks that the node's history reaches back to the transaction's earliest slot. */
  const isInHistory = async (): Promise<boolean> =>
    earliestSlot !== null && (await rpcRequest({ method: 'getFirstAvailableBlock', read: toBigInt })) <= earliestSlot;
  while (clock.now() < deadline) {
    try {
      const { status, slot } = await fetchStatus();
      earliestSlot ??= slotBefore(slot, clock.now() - (lifetime?.since ?? clock.now()));
      // The transaction was broadcast earlier, so its blockhash is not newer than now.
      if (lifetime?.durable === false) lastHeight ??= await readLastHeight();
      emitTrace();
      if (status !== null) {
        if (status.failed && status.status !== 'seen') throw new LatchkeyError('network/transaction-reverted', { chainId, hash });
        const settled = status.status === 'finalized';
        const hasChanged = status.status !== lastStatus?.status || status.slot !== lastStatus.slot;
        if (!status.failed && hasChanged && !(status.status === 'seen' && lastStatus === null && trace !== null))
          emit({ status: status.status, blockNumber: status.slot, settled });
        if (settled) return;
        lastStatus = status;
      } else if (clock.now() >= nextHeightPoll) {
        nextHeightPoll = clock.now() + HEIGHT_POLL_MS;
        lastHeight ??= await readLastHeight();
        // Read the status again after the height: the transaction may have been included in between.
        if ((await readHeight('finalized')) > lastHeight && lifetime?.durable !== true && (await fetchStatus()).status === null) {
          const isDropped = lifetime !== null && (await isInHistory());
          throw new LatchkeyError(isDropped ? 'network/transaction-dropped' : 'network/unknown-outcome', { chainId, hash });
        }
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isReadFailure(error) || failures === MAX_FAILED_READS) throw error;
    }
    await subscription.next(() => (subscription.isListening ? LISTENING_POLL_MS : POLL_MS));
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
};

/** A slot that was before the given time. Without a plausible time, as after the clock was set back, the first one. */
const slotBefore = (slot: bigint, ageMs: number): bigint => {
  const age = SLOT_MARGIN + BigInt(Math.ceil(Math.max(0, ageMs) / MIN_SLOT_MS));
  return ageMs >= 0 && slot > age ? slot - age : 0n;
};

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
