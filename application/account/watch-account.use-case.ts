import { map, type Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Watch, watching } from '../shared/watching.js';

/** Which namespace's account; the active one's by default. */
export interface WatchAccountInput {
  readonly namespace?: Namespace;
}

/** Follows an account with all that is known of it: the state now, then each change. */
export class WatchAccount {
  readonly #connections: ConnectionStore;
  readonly #watch: Watch;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
    this.#watch = watching(connections.state$);
  }

  /** The account at this moment, for synchronous readers. */
  current({ namespace }: WatchAccountInput = {}): AccountState {
    return accountOf(this.#connections.state, namespace);
  }

  execute({ namespace }: WatchAccountInput = {}): Observable<AccountState> {
    const read = () => {
      const { state } = this.#connections;
      return { state, watched: namespace ?? state.activeNamespace };
    };
    return this.#watch(read, (a, b) => a.watched === b.watched && a.state.namespaces[a.watched] === b.state.namespaces[b.watched]).pipe(
      map(({ state, watched }) => accountOf(state, watched)),
    );
  }
}
