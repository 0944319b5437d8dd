import type { Observable } from 'rxjs';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from './connection.store.js';

/** Follows who is connected to what: the state now, then each change. Ends when the client is disposed of. */
export class WatchConnection {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  /** The state at this moment, for synchronous readers such as a first render. */
  current(): ConnectionState {
    return this.#connections.state;
  }

  execute(): Observable<ConnectionState> {
    return this.#connections.state$;
  }
}
