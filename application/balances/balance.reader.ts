import { defer, distinctUntilChanged, map, merge, type Observable, Subject, takeUntil } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chain } from '../ports/chain.port.js';

/** Polls native balances. Its code is loaded once a connected account's balance is subscribed to. */
export interface BalanceRefresher {
  /** Polls the balance while subscribed. Emits nothing. */
  keepFresh(namespace: Namespace): Observable<never>;
  /** Marks the balance as stale: it is read now, or on the next subscription. */
  refresh(namespace: Namespace): void;
}

const IDLE: BalanceState = { loading: false, balance: null, lastRetry: null };

/** Reads native balances and polls those with a subscriber. */
export class BalanceReader {
  readonly #connections: ConnectionStore;
  readonly #refresher: BalanceRefresher;
  readonly #moved = new Subject<Namespace>();
  /** Namespaces whose tokens are to be read again, too: {@link refreshAll}. */
  readonly moved$: Observable<Namespace> = this.#moved.asObservable();
  /** Replaces `Chain.getBalance` in a namespace while token balances are read together with the native balance. */
  readonly batchReads: Map<Namespace, Chain['getBalance']> = new Map();

  constructor(connections: ConnectionStore, refresher: BalanceRefresher) {
    this.#connections = connections;
    this.#refresher = refresher;
  }

  /** The current state of the balance. Reads nothing. */
  current(namespace: Namespace): BalanceState {
    return this.#connections.state.namespaces[namespace]?.balance ?? IDLE;
  }

  /** The current state, then each change; polls while subscribed. */
  watch(namespace: Namespace): Observable<BalanceState> {
    const balance$ = this.#connections.state$.pipe(
      map(() => this.current(namespace)),
      distinctUntilChanged(),
    );
    const refreshing$ = defer(() => this.#refresher.keepFresh(namespace));
    return merge(balance$, refreshing$.pipe(takeUntil(this.#connections.disposed$)));
  }

  /** Marks the balance as stale: it is read now, or on the next subscription. */
  refresh(namespace: Namespace): void {
    this.#refresher.refresh(namespace);
  }

  /** Marks coin and tokens as stale, as after a transaction was settled. */
  refreshAll(namespace: Namespace): void {
    this.refresh(namespace);
    this.#moved.next(namespace);
  }
}
