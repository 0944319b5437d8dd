import type { Observable } from 'rxjs';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { type Watch, watching } from '../shared/watching.js';
import type { ConnectionStore } from './connection.store.js';

/** Follows who is connected to what: the state now, then each change. Ends when the client is disposed of. */
export class WatchConnection {
  readonly #connections: ConnectionStore;
  readonly #watch: Watch;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
    this.#watch = watching(connections.state$);
  }

  /** The state at this moment, for synchronous readers such as a first render. */
  current(): ConnectionState {
    return this.#connections.state;
  }

  execute(): Observable<ConnectionState> {
    return this.#watch(() => this.current());
  }
}
