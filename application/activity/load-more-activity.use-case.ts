import { catchError, concat, defer, map, type Observable, of, take } from 'rxjs';
import type { ActivityState } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ErrorOf, UseCaseState } from '../shared/use-case-state.js';
import type { ActivityReader } from './activity.reader.js';

/** The namespace of the account; the active one by default. */
export interface LoadMoreActivityInput {
  readonly namespace?: Namespace;
}

/** Error codes of the use case `loadMoreActivity`. */
export type LoadMoreActivityError = 'activity/account-required' | 'activity/fetch-failed' | 'config/project-id-missing';

/** The history including the next page. */
export type LoadMoreActivityState = UseCaseState<'working', ActivityState, LoadMoreActivityError>;

/**
 * Loads the next page of the account's history, or its first one after a failure; {@link WatchActivity} emits it. Concurrent runs share one
 * request. Sends no request if the history is complete.
 */
export class LoadMoreActivity {
  readonly #reader: ActivityReader;
  readonly #connections: ConnectionStore;

  constructor(reader: ActivityReader, connections: ConnectionStore) {
    this.#reader = reader;
    this.#connections = connections;
  }

  execute({ namespace }: LoadMoreActivityInput = {}): Observable<LoadMoreActivityState> {
    // A history only fails with these codes.
    const failed = (error: unknown): LoadMoreActivityState => ({ status: 'error', error: error as ErrorOf<LoadMoreActivityError> });
    const more$ = defer(() => this.#reader.loadMore(namespace ?? this.#connections.state.activeNamespace)).pipe(
      take(1),
      map((data): LoadMoreActivityState => (data.error === null ? { status: 'success', data } : failed(data.error))),
      catchError((error: unknown) => {
        if (!isLatchkeyError(error)) throw error;
        return of(failed(error));
      }),
    );
    return concat(of({ status: 'pending', step: 'working' } as const), more$);
  }
}
