import type { ChainId } from '../caip/caip-2.js';
import type { AccountId } from '../caip/caip-10.js';
import type { AssetId } from '../caip/caip-19.js';
import type { Namespace } from '../caip/namespace.js';

/** What became of a broadcast transaction. Times are in milliseconds since 1970. */
export type TransactionOutcome =
  | { readonly status: 'confirmed'; readonly blockNumber: bigint; readonly at: number }
  /** In a block, and failed: nothing but the fee was moved. */
  | { readonly status: 'reverted'; readonly at: number }
  /** A batch of calls of which some failed: the others were carried out. */
  | { readonly status: 'partly-reverted'; readonly at: number }
  /** No block can take it any more: nothing was moved. */
  | { readonly status: 'dropped'; readonly at: number };

/** The tab that follows a transaction, and until when it counts as alive (ms since 1970). */
export interface Follower {
  readonly tab: string;
  readonly until: number;
}

/** A transaction that was broadcast from this page, now or before a reload. */
export interface SentTransaction {
  readonly namespace: Namespace;
  readonly chainId: ChainId;
  /** Its hash; of a batch of calls the id that its wallet gave it. */
  readonly hash: string;
  /** Whether it is a batch of calls, of which only its wallet can tell. @see https://eips.ethereum.org/EIPS/eip-5792 */
  readonly isBatch: boolean;
  readonly from: AccountId;
  /** The recipient; empty where the host built the transaction itself. */
  readonly to: string;
  /** Base units of what was sent; `null` where only the transaction itself tells. */
  readonly value: bigint | null;
  /** What was sent; `null` for the chain's own coin. */
  readonly asset: AssetId | null;
  readonly isSmartAccount: boolean;
  /** What its chain said it must be told to follow it on another page; `null` where the hash is enough. */
  readonly trace: string | null;
  /**
   * Whether it says that one that pays more may take its place while it is in no block; `null` where it is not known or a chain has no
   * such mark. @see https://github.com/bitcoin/bips/blob/master/bip-0125.mediawiki
   */
  readonly isReplaceable: boolean | null;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  /** `null` while it is not known. */
  readonly outcome: TransactionOutcome | null;
  /** `null` while nobody follows it. */
  readonly follower: Follower | null;
}

/** What its chain tells of a transaction on its way that outlives the page. */
export type TransactionNews = Pick<SentTransaction, 'trace' | 'isReplaceable'>;

/** How many transactions are remembered (specification, section 9). */
export const SENT_TRANSACTIONS_LIMIT = 99;

/** How long an outcome stays in the memory, so that other tabs and a reload hear of it. */
export const OUTCOME_KEPT_MS = 5 * 60_000;

/** Whether two entries are one transaction. A hash says nothing of its chain. */
export const isSameTransaction = (a: Pick<SentTransaction, 'chainId' | 'hash'>, b: Pick<SentTransaction, 'chainId' | 'hash'>): boolean =>
  a.chainId === b.chainId && a.hash === b.hash;

/** Whether a tab that counts as alive follows a transaction. A time twice as far ahead is one of a clock that was set back. */
export const isFollowed = ({ follower }: SentTransaction, now: number, leaseMs: number): boolean =>
  follower !== null && follower.until > now && follower.until <= now + 2 * leaseMs;

/** The list with one transaction more, or with a newer state of it. When there are too many, the oldest outcome goes first. */
export const withTransaction = (list: readonly SentTransaction[], added: SentTransaction): readonly SentTransaction[] => {
  if (list.some((each) => isSameTransaction(each, added))) return list.map((each) => (isSameTransaction(each, added) ? added : each));
  const all = [added, ...list];
  if (all.length <= SENT_TRANSACTIONS_LIMIT) return all;
  const oldest = all.findLastIndex(({ outcome }) => outcome !== null);
  return all.filter((_, at) => at !== (oldest === -1 ? all.length - 1 : oldest));
};

/** The list without outcomes that everybody had time to hear of. */
export const withoutOldOutcomes = (list: readonly SentTransaction[], now: number): readonly SentTransaction[] =>
  list.filter(({ outcome }) => outcome === null || (outcome.at <= now && now - outcome.at < OUTCOME_KEPT_MS));
