import * as v from 'valibot';
import type { TransactionProgress } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import { toBigInt, wholeNumberSchema } from './parse-json.js';
import type { SignatureNotices } from './signature-notices.js';
import type { AskNodes } from './solana-rpc.js';

/** How often a status is read: by itself, and while a socket tells when it changes. */
const POLL_MS = 1_000;
const LISTENING_POLL_MS = 10_000;
/** How often the height of the chain is read while no node knows the transaction. */
const HEIGHT_MS = 5_000;
/** So many readings in a row may fail before following ends. */
const FAILED_READS = 3;
/** A blockhash serves for so many blocks. @see https://solana.com/docs/core/transactions/confirmation */
const BLOCKHASH_BLOCKS = 150n;
/** Nobody follows a transaction for longer. */
const LIMIT_MS = 30 * 60_000;

/** What is known of how long a transaction can be carried out. */
export interface TransactionLife {
  /** As long as its nonce is not used. */
  readonly durable: boolean;
  readonly lastValidBlockHeight?: bigint;
  /** The transaction is in no slot before this one. */
  readonly since?: bigint;
}

/** A transaction is at most so many slots old when it is followed for the first time. */
const FORMER_SLOTS = 300n;
const DURABLE = 'nonce';

/** Reads what {@link followSignature} told on another page; `null` where it told nothing. */
export const readTrace = (trace: string): TransactionLife | null => {
  if (trace === DURABLE) return { durable: true };
  const [, height, since] = /^(\d{1,20})@(\d{1,20})$/.exec(trace) ?? [];
  return height === undefined || since === undefined
    ? null
    : { durable: false, lastValidBlockHeight: BigInt(height), since: BigInt(since) };
};

/** What to follow. */
export interface FollowSignature {
  readonly hash: string;
  readonly network: Network;
  /** `null` for a transaction that this page did not send, and of which nothing else is known. */
  readonly life: TransactionLife | null;
  readonly ask: AskNodes;
  readonly notices: SignatureNotices;
  readonly clock: Clock;
}

interface Status {
  readonly status: TransactionProgress['status'];
  readonly slot: bigint;
  readonly failed: boolean;
}

/** What a node says of a transaction, and at which slot it says so. */
interface Look {
  readonly status: Status | null;
  readonly slot: bigint;
}

const STATUSES: Readonly<Record<string, TransactionProgress['status']>> = {
  processed: 'seen',
  confirmed: 'included',
  finalized: 'finalized',
};

/** An answer of `getSignatureStatuses`. @see https://solana.com/docs/rpc/http/getsignaturestatuses */
const statusSchema = v.object({
  slot: wholeNumberSchema,
  err: v.optional(v.unknown()),
  confirmationStatus: v.optional(v.unknown()),
  confirmations: v.optional(v.unknown()),
});
const lookSchema = v.object({ context: v.object({ slot: wholeNumberSchema }), value: v.array(v.nullish(statusSchema)) });

const readLook = (result: unknown): Look => {
  const { context, value } = v.parse(lookSchema, result);
  const [status] = value;
  return { slot: context.slot, status: status == null ? null : readStatus(status) };
};

const readStatus = ({ slot, err, confirmationStatus, confirmations }: v.InferOutput<typeof statusSchema>): Status => {
  // Old nodes say it by the number of confirmations alone: none is left to wait for.
  const status = STATUSES[String(confirmationStatus)] ?? (confirmations === null ? 'finalized' : 'seen');
  return { status, slot, failed: err !== null && err !== undefined };
};

/**
 * Follows a transaction until it is finalized. Single failures to read are passed over.
 * @throws LatchkeyError `network/transaction-reverted`, `network/transaction-dropped` once its blockhash has passed in finalized
 * blocks and the node's history is long enough to have it, `network/unknown-outcome` for one that might wait for a nonce for all
 * that is known, where the history is too short, or after 30 minutes; `network/rpc-failed` or `network/timeout` when nothing can be read any more
 * @see https://solana.com/docs/core/transactions/confirmation
 */
export const followSignature = async (
  { hash, network, life, ask, notices, clock }: FollowSignature,
  say: (progress: TransactionProgress) => void,
): Promise<void> => {
  const chainId = network.caipNetworkId;
  const look = (): Promise<Look> =>
    ask({ method: 'getSignatureStatuses', params: [[hash], { searchTransactionHistory: true }], read: readLook });
  const readHeight = (commitment: string): Promise<bigint> => ask({ method: 'getBlockHeight', params: [{ commitment }], read: toBigInt });
  const readLastHeight = async (): Promise<bigint> => (await readHeight('confirmed')) + BLOCKHASH_BLOCKS;
  const until = clock.now() + LIMIT_MS;
  let told: Status | null = null;
  let lastHeight = life?.lastValidBlockHeight ?? null;
  let since = life?.since ?? null;
  let trace: string | null = null;
  let nextHeight = 0;
  let failures = 0;
  /** Says what another page must know, once it is known. */
  const sayTrace = (): void => {
    if (life === null || (!life.durable && (lastHeight === null || since === null))) return;
    const text = life.durable ? DURABLE : `${lastHeight}@${since}`;
    if (text !== trace) say({ status: 'seen', blockNumber: null, settled: false, trace: text });
    trace = text;
  };
  /** Whether a node that does not know the transaction would know it. */
  const isRemembered = async (): Promise<boolean> =>
    since !== null && (await ask({ method: 'getFirstAvailableBlock', read: toBigInt })) <= since;
  while (clock.now() < until) {
    try {
      const { status, slot } = await look();
      since ??= slot > FORMER_SLOTS ? slot - FORMER_SLOTS : 0n;
      // Whatever was broadcast before now has a blockhash of before now.
      if (life?.durable === false) lastHeight ??= await readLastHeight();
      sayTrace();
      if (status !== null) {
        if (status.failed && status.status !== 'seen') throw new LatchkeyError('network/transaction-reverted', { chainId, hash });
        const settled = status.status === 'finalized';
        const isNews = status.status !== told?.status || status.slot !== told.slot;
        if (!status.failed && isNews && !(status.status === 'seen' && told === null && trace !== null))
          say({ status: status.status, blockNumber: status.slot, settled });
        if (settled) return;
        told = status;
      } else if (clock.now() >= nextHeight) {
        nextHeight = clock.now() + HEIGHT_MS;
        lastHeight ??= await readLastHeight();
        // Read again behind the height: it may have come in between.
        if ((await readHeight('finalized')) > lastHeight && life?.durable !== true && (await look()).status === null) {
          const isGone = life !== null && (await isRemembered());
          throw new LatchkeyError(isGone ? 'network/transaction-dropped' : 'network/unknown-outcome', { chainId, hash });
        }
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isReadFailure(error) || failures === FAILED_READS) throw error;
    }
    await notices.next(() => (notices.isListening ? LISTENING_POLL_MS : POLL_MS));
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId, hash });
};

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
