/** A wallet that was used lately: the part of a directory entry that the list shows. */
export interface RecentWallet {
  readonly id: string;
  readonly name: string;
  readonly rdns?: string;
  readonly imageId?: string;
  readonly imageUrl?: string;
}

/** How many recent wallets are kept. */
export const RECENT_WALLETS_LIMIT = 2;

/** Puts a wallet first in the list of recent ones; each wallet stands in it once. */
export const addRecentWallet = (recent: readonly RecentWallet[], wallet: RecentWallet): readonly RecentWallet[] =>
  [wallet, ...recent.filter(({ id }) => id !== wallet.id)].slice(0, RECENT_WALLETS_LIMIT);
