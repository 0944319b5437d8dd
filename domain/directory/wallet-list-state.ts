import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { uniqueWallets } from './wallet-order.js';
import type { WalletSearch } from './wallet-queries.js';

/** Loaded wallets of the directory. */
export interface WalletListState {
  readonly wallets: readonly DirectoryWallet[];
  /** Total number of wallets, including those not loaded. */
  readonly count: number;
  /** True while loading and before the first request. */
  readonly pending: boolean;
  /** True if there is another page. */
  readonly hasMore: boolean;
  /** Error of the last request. Reset by the next one. */
  readonly error: LatchkeyError | null;
}

/** Search results. While the next search is `pending` they are those of the previous one. */
export interface WalletSearchState extends WalletListState {
  /** The search of these results; `null` without one. */
  readonly search: WalletSearch | null;
}

export const INITIAL_WALLET_LIST: WalletListState = { wallets: [], count: 0, pending: true, hasMore: false, error: null };

export const INITIAL_WALLET_SEARCH: WalletSearchState = { ...INITIAL_WALLET_LIST, pending: false, search: null };

/** Events of a wallet list. */
export type WalletListEvent =
  | { readonly type: 'requested' }
  | { readonly type: 'loaded'; readonly wallets: readonly DirectoryWallet[]; readonly count: number; readonly hasMore: boolean }
  /** The request failed. `wallets` are available without it. */
  | { readonly type: 'failed'; readonly error: LatchkeyError; readonly wallets?: readonly DirectoryWallet[] }
  /** The request was cancelled. */
  | { readonly type: 'cancelled' };

/**
 * Reduces an event to the next state of a paged list. Keeps the order of displayed wallets: new ones are appended without duplicates, and
 * the count never decreases.
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
    case 'cancelled':
      // An empty list stays pending, because it has not been loaded yet.
      return state.pending && state.wallets.length > 0 ? { ...state, pending: false } : state;
  }
};
