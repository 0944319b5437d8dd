import type { ChainId } from '../caip/caip-2.js';

/** Operations as the service names them. Others are displayed as {@link ActivityItem.operation} `execute`. */
export const OPERATIONS = [
  'approve',
  'bought',
  'borrow',
  'burn',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'send',
  'sell',
  'stake',
  'trade',
  'unstake',
  'withdraw',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** Status of a transaction, or of a purchase. */
export type ActivityStatus = 'confirmed' | 'failed' | 'pending';

/** Direction as seen from the account. */
export type TransferDirection = 'in' | 'out' | 'self';

interface TransferBase {
  readonly direction: TransferDirection;
  /** Exact decimal text, such as `1.5`: the service names no decimals. */
  readonly quantity: string;
  /** Value at the time of the transaction, in US dollars; `null` if unknown. */
  readonly valueUsd: number | null;
}

/** Transfer of a coin or token. */
export interface FungibleTransfer extends TransferBase {
  readonly kind: 'fungible';
  /** Cleaned of control, bidirectional and invisible characters. */
  readonly name: string;
  readonly symbol: string;
  /** Remote URL, for the image service only. */
  readonly iconUrl: string | null;
}

/** Transfer of an NFT. */
export interface NftTransfer extends TransferBase {
  readonly kind: 'nft';
  readonly name: string;
  /** Remote URL, for the image service only. */
  readonly previewUrl: string | null;
  readonly isSpam: boolean;
}

export type Transfer = FungibleTransfer | NftTransfer;

/** Way in which a transaction puts an address into a history, so that the user copies it by mistake. */
export type PoisoningKind =
  /** Nothing was transferred. */
  | 'zero-value'
  /** Less than a dollar was transferred. */
  | 'dust'
  /** A token without a price was transferred, or one whose symbol imitates another. */
  | 'unlisted-token'
  /** Someone else's transaction lists a transfer of nothing from the user. */
  | 'not-signed';

/** A transaction that puts a foreign address into a history. */
export interface Poisoning {
  readonly kind: PoisoningKind;
  /** The address that another one resembles; `null` if it resembles none. */
  readonly resembles: string | null;
}

/** One transaction of an account's history. */
export interface ActivityItem {
  readonly id: string;
  readonly chainId: ChainId;
  readonly operation: Operation;
  readonly status: ActivityStatus;
  /** Of the transaction; `null` if the service names none. */
  readonly hash: string | null;
  /** Milliseconds since 1970. */
  readonly minedAtMs: number;
  /** Plain addresses; `null` if unknown. */
  readonly sentFrom: string | null;
  readonly sentTo: string | null;
  /** May be empty, as of a call without a transfer. */
  readonly transfers: readonly Transfer[];
  /** Present if the transaction is there to deceive: neither offer nor copy its addresses. */
  readonly poisoning?: Poisoning;
}
