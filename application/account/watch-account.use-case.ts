import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import type { ConnectionStore } from '../connect/connection.store.js';

/** The namespace of the account; the active one by default. */
export interface WatchAccountInput {
  readonly namespace?: Namespace;
}

/** Emits the account state of a namespace: the current value, then each change. */
export class WatchAccount {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  /** The current account state, for synchronous readers. */
  current({ namespace }: WatchAccountInput = {}): AccountState {
    return accountOf(this.#connections.state, namespace);
  }

  execute({ namespace }: WatchAccountInput = {}): Observable<AccountState> {
    return this.#connections.state$.pipe(
      map((state) => ({ state, watched: namespace ?? state.activeNamespace })),
      distinctUntilChanged((a, b) => a.watched === b.watched && a.state.namespaces[a.watched] === b.state.namespaces[b.watched]),
      map(({ state, watched }) => accountOf(state, watched)),
    );
  }
}
