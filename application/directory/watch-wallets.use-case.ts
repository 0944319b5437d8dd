import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import type { WalletListKind, WalletListReader } from './wallet-list.reader.js';

/** Which wallets of the directory. */
export interface WatchWalletsInput {
  /** Default `all`: page by page, what the host features and the directory recommends first. */
  readonly list?: WalletListKind;
  /** Only wallets that serve this namespace's networks; those of all networks by default. */
  readonly namespace?: Namespace;
}

/**
 * Follows a list of wallets of the directory. Its beginning is asked for when somebody watches, and anew by who comes after a
 * failure; what is on screen stays in its place. Never fails: an error is part of the list's state.
 */
export class WatchWallets {
  readonly #lists: WalletListReader;

  constructor(lists: WalletListReader) {
    this.#lists = lists;
  }

  /** The list as far as it is there, for synchronous readers. Asks nothing. */
  current({ list = 'all', namespace }: WatchWalletsInput = {}): WalletListState {
    return this.#lists.current(list, namespace);
  }

  execute({ list = 'all', namespace }: WatchWalletsInput = {}): Observable<WalletListState> {
    return this.#lists.watch(list, namespace);
  }
}
