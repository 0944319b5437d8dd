import type { Observable } from 'rxjs';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from './connection.store.js';

/** Emits the connection state: the current value, then each change. Completes when the client is disposed. */
export class WatchConnection {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  /** The current state, for synchronous readers such as a first render. */
  current(): ConnectionState {
    return this.#connections.state;
  }

  execute(): Observable<ConnectionState> {
    return this.#connections.state$;
  }
}
