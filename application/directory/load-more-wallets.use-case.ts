import { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import type { WalletDirectoryError } from '../ports/wallet-directory.port.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { WalletListKind, WalletListReader } from './wallet-list.reader.js';

/** Which list goes on; that of all wallets over all networks by default. */
export interface LoadMoreWalletsInput {
  /** Default `all`. The others have one page: they are asked for again where it did not come. */
  readonly list?: WalletListKind;
  readonly namespace?: Namespace;
}

/** The list with the next page. */
export type LoadMoreWalletsState = UseCaseState<'working', WalletListState, WalletDirectoryError>;

/**
 * Loads the next page of a list, or the one that failed; {@link WatchWallets} shows it. Who asks while a page is under
 * way waits for that one. Nothing is asked where the list is complete.
 */
export class LoadMoreWallets {
  readonly #lists: WalletListReader;

  constructor(lists: WalletListReader) {
    this.#lists = lists;
  }

  execute({ list = 'all', namespace }: LoadMoreWalletsInput = {}): Observable<LoadMoreWalletsState> {
    return new Observable((subscriber) => {
      subscriber.next({ status: 'pending', step: 'working' });
      if (subscriber.closed) return undefined;
      return this.#lists.more(list, namespace).subscribe({
        next: (result) => {
          const { error } = result;
          // A list fails with the codes of the directory only.
          if (error !== null) subscriber.next({ status: 'error', error: error as ErrorOf<WalletDirectoryError> });
          else subscriber.next({ status: 'success', result });
          subscriber.complete();
        },
        error: (defect) => subscriber.error(defect),
      });
    });
  }
}
