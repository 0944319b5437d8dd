import { isHistoryRecorded } from '../activity/recorded-history.js';
import type { ChainId } from '../caip/caip-2.js';
import type { AccountId } from '../caip/caip-10.js';
import type { AssetId } from '../caip/caip-19.js';
import type { Namespace } from '../caip/namespace.js';
import type { SentPurpose, SentToken, SwapSummary } from './sent-purpose.js';

/** Outcome of a broadcast transaction. Times are in milliseconds since 1970. */
export type TransactionOutcome =
  | { readonly status: 'confirmed'; readonly blockNumber: bigint; readonly at: number }
  /** Included in a block but failed: only the fee was paid. */
  | { readonly status: 'reverted'; readonly at: number }
  /** A batch of calls of which some failed and the others succeeded. */
  | { readonly status: 'partly-reverted'; readonly at: number }
  /** Another transaction of the account took its place in a block: `by` is its hash. */
  | { readonly status: 'replaced'; readonly by: string; readonly at: number }
  /** Can no longer be included in a block: no funds moved. */
  | { readonly status: 'dropped'; readonly at: number }
  /** This app broadcast it, and each RPC endpoint that received it refused it: it was not sent. */
  | { readonly status: 'refused'; readonly at: number };

/** The tab that tracks a transaction, and when its lease expires (ms since 1970). */
export interface Follower {
  readonly tab: string;
  readonly until: number;
}

export const SENT_KINDS = ['transaction', 'calls', 'user-operation'] as const;

/**
 * Kind of what an app sends, as far as its outcome is concerned; see {@link SentPurpose} for what it is for. The outcome of a `transaction` is in the chain; that of `calls`, a batch, is known to the wallet that sent it, and
 * that of a `user-operation` to a bundler. More kinds may follow.
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @see https://eips.ethereum.org/EIPS/eip-4337
 */
export type SentKind = (typeof SENT_KINDS)[number];

/** A transaction broadcast by this app, now or before a reload. */
export interface SentTransaction {
  readonly namespace: Namespace;
  readonly chainId: ChainId;
  readonly kind: SentKind;
  /** Purpose; `send` in records of earlier versions. */
  readonly purpose: SentPurpose;
  /** The two sides of a swap, also of the approval that a swap needs; `null` for everything else. */
  readonly swap: SwapSummary | null;
  /** Transaction hash, hash of a user operation, or the wallet's id of a batch of calls. */
  readonly hash: string;
  readonly from: AccountId;
  /** The recipient; empty if the app built the transaction. */
  readonly to: string;
  /** Amount in base units; `null` if unknown. */
  readonly value: bigint | null;
  /** The sent asset; `null` for the native coin. */
  readonly asset: AssetId | null;
  /** Symbol and decimals of the sent asset, if the app gave them; `null` for the native coin. */
  readonly token: SentToken | null;
  readonly isSmartAccount: boolean;
  /** Hash of the transaction that it was sent to replace; `null` if it replaces none. At most one of the two gets into a block. */
  readonly replaces: string | null;
  /** Data that the chain adapter needs to track the transaction after a reload; `null` if the hash is enough. */
  readonly trace: string | null;
  /**
   * True if the transaction signals that it can be replaced by one with a higher fee; `null` if unknown or not applicable.
   * @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki
   */
  readonly isReplaceable: boolean | null;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** `null` while unknown. */
  readonly outcome: TransactionOutcome | null;
  /** `null` if no tab tracks it. */
  readonly follower: Follower | null;
}

/** Tracking data from the chain adapter that survives a reload. */
export type TransactionUpdate = Pick<SentTransaction, 'trace' | 'isReplaceable'>;

/** Maximum number of stored transactions (specification, section 9). */
export const SENT_TRANSACTIONS_LIMIT = 99;

/** Shortest time that an outcome is stored, so that other tabs and a reload receive it. */
export const OUTCOME_RETENTION_MS = 5 * 60_000;

/** Compares chain and hash: a hash alone does not identify the chain. */
export const isSameTransaction = (a: Pick<SentTransaction, 'chainId' | 'hash'>, b: Pick<SentTransaction, 'chainId' | 'hash'>): boolean =>
  a.chainId === b.chainId && a.hash === b.hash;

/** Tests whether a tab holds a valid lease on the transaction. A lease more than twice its duration ahead comes from a clock that was set back. */
export const isFollowed = ({ follower }: SentTransaction, now: number, leaseMs: number): boolean =>
  follower !== null && follower.until > now && follower.until <= now + 2 * leaseMs;

/** Adds or updates a transaction. Above the limit, removes the transaction with the oldest outcome. */
export const withTransaction = (list: readonly SentTransaction[], added: SentTransaction): readonly SentTransaction[] => {
  if (list.some((each) => isSameTransaction(each, added))) return list.map((each) => (isSameTransaction(each, added) ? added : each));
  const all = [added, ...list];
  if (all.length <= SENT_TRANSACTIONS_LIMIT) return all;
  const oldest = all.findLastIndex(({ outcome }) => outcome !== null);
  return all.filter((_, at) => at !== (oldest === -1 ? all.length - 1 : oldest));
};

const isRecent = ({ outcome }: SentTransaction, now: number): boolean =>
  outcome === null || (outcome.at <= now && now - outcome.at < OUTCOME_RETENTION_MS);

/** A transaction that was sent and is part of a history that no service has. */
const isRecorded = ({ namespace, outcome }: SentTransaction): boolean => isHistoryRecorded(namespace) && outcome?.status !== 'refused';

/** The pending transactions, and those with an outcome of the last {@link OUTCOME_RETENTION_MS}. */
export const recentTransactions = (list: readonly SentTransaction[], now: number): readonly SentTransaction[] =>
  list.filter((each) => isRecent(each, now));

/** Removes outcomes after {@link OUTCOME_RETENTION_MS}, but none of a history that no service has. */
export const withoutOldOutcomes = (list: readonly SentTransaction[], now: number): readonly SentTransaction[] =>
  list.filter((each) => isRecent(each, now) || isRecorded(each));
