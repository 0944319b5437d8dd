import { type Observable, switchMap } from 'rxjs';
import type { ActivityState } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ActivityReader } from './activity.reader.js';

/** The namespace of the account; the active one by default. */
export interface WatchActivityInput {
  readonly namespace?: Namespace;
}

/**
 * Emits the history of the connected account on its network, grouped by month. The newest transactions are read on each subscription, older
 * ones by {@link LoadMoreActivity}. Never errors: an error is part of the state.
 */
export class WatchActivity {
  readonly #reader: ActivityReader;
  readonly #connections: ConnectionStore;

  constructor(reader: ActivityReader, connections: ConnectionStore) {
    this.#reader = reader;
    this.#connections = connections;
  }

  /** The history as loaded so far, for synchronous readers. Sends no request. */
  current({ namespace }: WatchActivityInput = {}): ActivityState {
    return this.#reader.current(namespace ?? this.#connections.state.activeNamespace);
  }

  execute({ namespace }: WatchActivityInput = {}): Observable<ActivityState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#reader.watch(watched)));
  }
}
