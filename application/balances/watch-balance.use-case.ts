import { type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BalanceReader } from './balance.reader.js';

/** Which namespace's balance; the active one's by default. */
export interface WatchBalanceInput {
  readonly namespace?: Namespace;
}

/** Follows the native balance of the connected account, in base units, and keeps it fresh while somebody watches. */
export class WatchBalance {
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;

  constructor(connections: ConnectionStore, balances: BalanceReader) {
    this.#connections = connections;
    this.#balances = balances;
  }

  /** What is known of the balance at this moment, for synchronous readers. Reads nothing. */
  current({ namespace }: WatchBalanceInput = {}): BalanceState {
    return this.#balances.current(namespace ?? this.#connections.state.activeNamespace);
  }

  /** All watchers of a namespace share one reading. */
  execute({ namespace }: WatchBalanceInput = {}): Observable<BalanceState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#balances.watch(watched)));
  }
}
