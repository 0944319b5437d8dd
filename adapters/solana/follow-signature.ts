import type { TransactionProgress } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { CHAIN_ERRORS } from '../../domain/errors/on-demand/chain-errors.js';
import type { Network } from '../../domain/network/network.js';
import { toBigInt } from './parse-json.js';
import type { SignatureNotices } from './signature-notices.js';
import { type AskNodes, contextValue } from './solana-rpc.js';

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
}

/** What to follow. */
export interface FollowSignature {
  readonly hash: string;
  readonly network: Network;
  /** `null` for a transaction that this page did not send. */
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

const STATUSES: Readonly<Record<string, TransactionProgress['status']>> = {
  processed: 'seen',
  confirmed: 'included',
  finalized: 'finalized',
};

const readStatus = (result: unknown): Status | null => {
  const [value] = contextValue(result) as readonly unknown[];
  if (value === null || value === undefined) return null;
  const { slot, err, confirmationStatus, confirmations } = value as Readonly<Record<string, unknown>>;
  // Old nodes say it by the number of confirmations alone: none is left to wait for.
  const status = STATUSES[String(confirmationStatus)] ?? (confirmations === null ? 'finalized' : 'seen');
  return { status, slot: toBigInt(slot), failed: err !== null && err !== undefined };
};

/**
 * Follows a transaction until it is finalized. Single failures to read are passed over.
 * @throws LatchkeyError `network/transaction-reverted`, `network/transaction-dropped` once its blockhash has passed in finalized
 * blocks, `network/unknown-outcome` for one that this page did not send and that might wait for a nonce, or after 30 minutes;
 * `network/rpc-failed` or `network/timeout` when nothing can be read any more
 * @see https://solana.com/docs/core/transactions/confirmation
 */
export const followSignature = async (
  { hash, network, life, ask, notices, clock }: FollowSignature,
  say: (progress: TransactionProgress) => void,
): Promise<void> => {
  const chainId = network.caipNetworkId;
  const readNow = (): Promise<Status | null> =>
    ask({ method: 'getSignatureStatuses', params: [[hash], { searchTransactionHistory: true }], read: readStatus });
  const readHeight = (commitment: string): Promise<bigint> => ask({ method: 'getBlockHeight', params: [{ commitment }], read: toBigInt });
  const until = clock.now() + LIMIT_MS;
  let last: Status | null = null;
  let lastHeight = life?.lastValidBlockHeight ?? null;
  let nextHeight = 0;
  let failures = 0;
  while (clock.now() < until) {
    try {
      const status = await readNow();
      if (status !== null) {
        if (status.failed && status.status !== 'seen')
          throw new LatchkeyError('network/transaction-reverted', { chainId, hash }, { tables: CHAIN_ERRORS });
        const settled = status.status === 'finalized';
        if (!status.failed && (status.status !== last?.status || status.slot !== last.slot))
          say({ status: status.status, blockNumber: status.slot, settled });
        if (settled) return;
      } else if (clock.now() >= nextHeight) {
        nextHeight = clock.now() + HEIGHT_MS;
        // Whatever was broadcast before now has a blockhash of before now.
        lastHeight ??= (await readHeight('confirmed')) + BLOCKHASH_BLOCKS;
        // Read again behind the height: it may have come in between.
        if ((await readHeight('finalized')) > lastHeight && life?.durable !== true && (await readNow()) === null)
          throw new LatchkeyError(
            life === null ? 'network/unknown-outcome' : 'network/transaction-dropped',
            { chainId, hash },
            { tables: CHAIN_ERRORS },
          );
      }
      last = status;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isReadFailure(error) || failures === FAILED_READS) throw error;
    }
    await notices.next(() => (notices.isListening ? LISTENING_POLL_MS : POLL_MS));
  }
  throw new LatchkeyError('network/unknown-outcome', { chainId, hash }, { tables: CHAIN_ERRORS });
};

const isReadFailure = (error: unknown): boolean =>
  isLatchkeyError(error, 'network/rpc-failed') || isLatchkeyError(error, 'network/timeout');
