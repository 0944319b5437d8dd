import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runSync } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { BalanceReader } from './balance.reader.js';

/** The namespace of the balance; the active one by default. */
export interface RefreshBalanceInput {
  readonly namespace?: Namespace;
}

/** Succeeds immediately; {@link WatchBalance} emits the outcome of the read. */
export type RefreshBalanceState = UseCaseState<'working', undefined, never>;

/** Reads the native balance again: now, even within 30 s after a failure, or on the next subscription to it. */
export class RefreshBalance {
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;

  constructor(connections: ConnectionStore, balances: BalanceReader) {
    this.#connections = connections;
    this.#balances = balances;
  }

  execute({ namespace }: RefreshBalanceInput = {}): Observable<RefreshBalanceState> {
    return runSync(() => {
      this.#balances.refresh(namespace ?? this.#connections.state.activeNamespace);
      return undefined;
    });
  }
}
