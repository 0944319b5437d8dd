import { concat, defer, map, type Observable, of, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import type { WalletDirectoryError } from '../ports/wallet-directory.port.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { WalletListKind, WalletListReader } from './wallet-list.reader.js';

/** The list to load; all wallets on all networks by default. */
export interface LoadMoreWalletsInput {
  /** Default `all`. The others have one page, which is only loaded again after a failure. */
  readonly list?: WalletListKind;
  readonly namespace?: Namespace;
}

/** The list including the next page. */
export type LoadMoreWalletsState = UseCaseState<'working', WalletListState, WalletDirectoryError>;

/**
 * Loads the next page of a list, or retries the failed one; {@link WatchWallets} emits it. Concurrent runs share one
 * request. Sends no request if the list is complete.
 */
export class LoadMoreWallets {
  readonly #lists: WalletListReader;

  constructor(lists: WalletListReader) {
    this.#lists = lists;
  }

  execute({ list = 'all', namespace }: LoadMoreWalletsInput = {}): Observable<LoadMoreWalletsState> {
    const more$ = defer(() => this.#lists.loadMore(list, namespace)).pipe(
      take(1),
      map((result): LoadMoreWalletsState => {
        const { error } = result;
        // A list only fails with codes of the directory.
        return error === null ? { status: 'success', data: result } : { status: 'error', error: error as ErrorOf<WalletDirectoryError> };
      }),
    );
    return concat(of({ status: 'pending', step: 'working' } as const), more$);
  }
}
