import { concat, defer, map, type Observable, of, take } from 'rxjs';
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
    const more$ = defer(() => this.#lists.more(list, namespace)).pipe(
      take(1),
      map((result): LoadMoreWalletsState => {
        const { error } = result;
        // A list fails with the codes of the directory only.
        return error === null ? { status: 'success', data: result } : { status: 'error', error: error as ErrorOf<WalletDirectoryError> };
      }),
    );
    return concat(of({ status: 'pending', step: 'working' } as const), more$);
  }
}
