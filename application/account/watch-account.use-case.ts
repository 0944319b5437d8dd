import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import type { ConnectionStore } from '../connect/connection.store.js';

/** Which namespace's account; the active one's by default. */
export interface WatchAccountInput {
  readonly namespace?: Namespace;
}

/** Follows an account with all that is known of it: the state now, then each change. */
export class WatchAccount {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  /** The account at this moment, for synchronous readers. */
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
