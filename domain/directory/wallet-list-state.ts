import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { uniqueWallets } from './wallet-order.js';
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

/** Everything that can happen to a list of wallets. */
export type WalletListEvent =
  | { readonly type: 'requested' }
  | { readonly type: 'loaded'; readonly wallets: readonly DirectoryWallet[]; readonly count: number; readonly hasMore: boolean }
  /** Wallets that are known although the page did not come. */
  | { readonly type: 'failed'; readonly error: LatchkeyError; readonly wallets?: readonly DirectoryWallet[] }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'given-up' };

/**
 * The rules of a list that grows by pages. What is on screen stays in its place: wallets are added behind it, each once, and
 * the count never falls.
 */
export const reduceWalletList = (state: WalletListState, event: WalletListEvent): WalletListState => {
  switch (event.type) {
    case 'requested':
      return state.pending && state.error === null ? state : { ...state, pending: true, error: null };
    case 'loaded': {
      const wallets = uniqueWallets([...state.wallets, ...event.wallets]);
      return { wallets, count: Math.max(state.count, event.count, wallets.length), pending: false, hasMore: event.hasMore, error: null };
    }
    case 'failed': {
      const wallets = uniqueWallets([...state.wallets, ...(event.wallets ?? [])]);
      return { ...state, wallets, count: Math.max(state.count, wallets.length), pending: false, error: event.error };
    }
    case 'given-up':
      // Where nothing is known yet, something still has to be asked for.
      return state.pending && state.wallets.length > 0 ? { ...state, pending: false } : state;
  }
};
