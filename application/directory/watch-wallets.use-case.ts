import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import type { WalletListKind, WalletListReader } from './wallet-list.reader.js';

/** The list to watch. */
export interface WatchWalletsInput {
  /** Default `all`: page by page, featured and recommended wallets first. */
  readonly list?: WalletListKind;
  /** Only wallets for this namespace's networks; for all networks by default. */
  readonly namespace?: Namespace;
}

/**
 * Emits a list of wallets of the directory. The first page is loaded on subscription, and retried on the next subscription after a
 * failure; listed wallets keep their position. Never errors: an error is part of the list's state.
 */
export class WatchWallets {
  readonly #lists: WalletListReader;

  constructor(lists: WalletListReader) {
    this.#lists = lists;
  }

  /** The list as loaded so far, for synchronous readers. Sends no request. */
  current({ list = 'all', namespace }: WatchWalletsInput = {}): WalletListState {
    return this.#lists.current(list, namespace);
  }

  execute({ list = 'all', namespace }: WatchWalletsInput = {}): Observable<WalletListState> {
    return this.#lists.watch(list, namespace);
  }
}
