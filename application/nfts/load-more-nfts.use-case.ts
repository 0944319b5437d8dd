import { catchError, concat, defer, map, type Observable, of, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { NftsState } from '../../domain/tokens/nfts-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { NftsReader } from './nfts.reader.js';

/** The namespace of the account; the active one by default. */
export interface LoadMoreNftsInput {
  readonly namespace?: Namespace;
}

/** Error codes of the use case `loadMoreNfts`. */
export type LoadMoreNftsError = 'connection/not-connected' | 'nfts/fetch-failed' | 'config/project-id-missing';

/** The NFTs including the next page. */
export type LoadMoreNftsState = UseCaseState<'working', NftsState, LoadMoreNftsError>;

/**
 * Loads the next page of the account's NFTs, or the failed one again; {@link WatchNfts} emits it. Concurrent runs share one request. Sends
 * no request if all are loaded.
 */
export class LoadMoreNfts {
  readonly #reader: NftsReader;
  readonly #connections: ConnectionStore;

  constructor(reader: NftsReader, connections: ConnectionStore) {
    this.#reader = reader;
    this.#connections = connections;
  }

  execute({ namespace }: LoadMoreNftsInput = {}): Observable<LoadMoreNftsState> {
    // NFTs only fail with these codes.
    const failed = (error: unknown): LoadMoreNftsState => ({ status: 'error', error: error as ErrorOf<LoadMoreNftsError> });
    const more$ = defer(() => this.#reader.loadMore(namespace ?? this.#connections.state.activeNamespace)).pipe(
      take(1),
      map((data): LoadMoreNftsState => (data.error === null ? { status: 'success', data } : failed(data.error))),
      catchError((error: unknown) => {
        if (!isLatchkeyError(error)) throw error;
        return of(failed(error));
      }),
    );
    return concat(of({ status: 'pending', step: 'working' } as const), more$);
  }
}
