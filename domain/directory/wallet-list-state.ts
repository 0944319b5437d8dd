import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { DirectoryWallet } from './directory-wallet.js';
import type { WalletSearch } from './wallet-queries.js';

/** Wallets of the directory as far as they are known. */
export interface WalletListState {
  readonly wallets: readonly DirectoryWallet[];
  /** How many there are, also those that are not loaded yet. */
  readonly count: number;
  /** Something is being asked for, or nothing was yet. */
  readonly pending: boolean;
  /** Whether there is another page. */
  readonly hasMore: boolean;
  /** Why the last thing that was asked for did not come; gone with the next try. */
  readonly error: LatchkeyError | null;
}

/** What a search found. While the next one is `pending`, the wallets are those of the one before. */
export interface WalletSearchState extends WalletListState {
  /** What the wallets were found for; `null` while nothing is searched for. */
  readonly found: WalletSearch | null;
}

/** The list before anything was asked for. */
export const NO_WALLETS: WalletListState = { wallets: [], count: 0, pending: true, hasMore: false, error: null };

/** The search while nothing is searched for. */
export const NO_SEARCH: WalletSearchState = { ...NO_WALLETS, pending: false, found: null };
