import { type Observable, switchMap } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { BalanceReader } from './balance.reader.js';

/** The namespace of the balance; the active one by default. */
export interface WatchBalanceInput {
  readonly namespace?: Namespace;
}

/** Emits the native balance of the connected account, in base units. Polls while subscribed. */
export class WatchBalance {
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;

  constructor(connections: ConnectionStore, balances: BalanceReader) {
    this.#connections = connections;
    this.#balances = balances;
  }

  /** The current state, for synchronous readers. Reads nothing. */
  current({ namespace }: WatchBalanceInput = {}): BalanceState {
    return this.#balances.current(namespace ?? this.#connections.state.activeNamespace);
  }

  /** Subscribers of a namespace share one poll. */
  execute({ namespace }: WatchBalanceInput = {}): Observable<BalanceState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#balances.watch(watched)));
  }
}
