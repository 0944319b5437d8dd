import { catchError, concat, defer, map, type Observable, of, take } from 'rxjs';
import type { ActivityState } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { PurchasesReader } from './purchases.reader.js';

/** The namespace of the account; the active one by default. */
export interface LoadMorePurchasesInput {
  readonly namespace?: Namespace;
}

/** Error codes of the use case `loadMorePurchases`. */
export type LoadMorePurchasesError = 'activity/account-required' | 'activity/fetch-failed' | 'config/project-id-missing';

/** The purchases including the next page. */
export type LoadMorePurchasesState = UseCaseState<'working', ActivityState, LoadMorePurchasesError>;

/**
 * Loads the next page of the account's purchases, or its first one after a failure; {@link WatchPurchases} emits it. Concurrent runs share one
 * request. Sends no request if all are loaded.
 */
export class LoadMorePurchases {
  readonly #reader: PurchasesReader;
  readonly #connections: ConnectionStore;

  constructor(reader: PurchasesReader, connections: ConnectionStore) {
    this.#reader = reader;
    this.#connections = connections;
  }

  execute({ namespace }: LoadMorePurchasesInput = {}): Observable<LoadMorePurchasesState> {
    // Purchases only fail with these codes.
    const failed = (error: unknown): LoadMorePurchasesState => ({ status: 'error', error: error as ErrorOf<LoadMorePurchasesError> });
    const more$ = defer(() => this.#reader.loadMore(namespace ?? this.#connections.state.activeNamespace)).pipe(
      take(1),
      map((data): LoadMorePurchasesState => (data.error === null ? { status: 'success', data } : failed(data.error))),
      catchError((error: unknown) => {
        if (!isLatchkeyError(error)) throw error;
        return of(failed(error));
      }),
    );
    return concat(of({ status: 'pending', step: 'working' } as const), more$);
  }
}
