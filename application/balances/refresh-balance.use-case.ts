import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runAtOnce } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { BalanceReader } from './balance.reader.js';

/** Which namespace's balance; the active one's by default. */
export interface RefreshBalanceInput {
  readonly namespace?: Namespace;
}

/** Asked for; the outcome is what {@link WatchBalance} shows. */
export type RefreshBalanceState = UseCaseState<'working', undefined, never>;

/** Reads the native balance again now, also within the 30 s after a failure; where nobody watches, when somebody does. */
export class RefreshBalance {
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;

  constructor(connections: ConnectionStore, balances: BalanceReader) {
    this.#connections = connections;
    this.#balances = balances;
  }

  execute({ namespace }: RefreshBalanceInput = {}): Observable<RefreshBalanceState> {
    return runAtOnce(() => {
      this.#balances.refresh(namespace ?? this.#connections.state.activeNamespace);
      return undefined;
    });
  }
}
