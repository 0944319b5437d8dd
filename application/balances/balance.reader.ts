import { defer, distinctUntilChanged, map, merge, type Observable, takeUntil } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chain } from '../ports/chain.port.js';

/** Keeps native balances fresh. Fetched when an account is connected whose balance somebody watches. */
export interface BalanceKeeper {
  /** Says nothing; the balance is kept fresh while subscribed. */
  keepFresh(namespace: Namespace): Observable<never>;
  /** What was read is outdated: read now, or when somebody watches again. */
  refresh(namespace: Namespace): void;
}

const IDLE: BalanceState = { loading: false, balance: null, lastRetry: null };

/** Tells native balances, and has those kept fresh that somebody watches. */
export class BalanceReader {
  readonly #connections: ConnectionStore;
  readonly #keeper: BalanceKeeper;
  /** How the coin of a namespace is read while something else is read with it; else its chain is asked. */
  readonly together: Map<Namespace, Chain['getBalance']> = new Map();

  constructor(connections: ConnectionStore, keeper: BalanceKeeper) {
    this.#connections = connections;
    this.#keeper = keeper;
  }

  /** What is known of the balance. */
  current(namespace: Namespace): BalanceState {
    return this.#connections.state.namespaces[namespace]?.balance ?? IDLE;
  }

  /** The balance's state now and after each change; the balance is kept fresh while subscribed. */
  watch(namespace: Namespace): Observable<BalanceState> {
    const balance$ = this.#connections.state$.pipe(
      map(() => this.current(namespace)),
      distinctUntilChanged(),
    );
    const kept$ = defer(() => this.#keeper.keepFresh(namespace));
    return merge(balance$, kept$.pipe(takeUntil(this.#connections.disposed$)));
  }

  /** What was read is outdated, by a transaction or because the person says so: read now, or when somebody watches again. */
  refresh(namespace: Namespace): void {
    this.#keeper.refresh(namespace);
  }
}
