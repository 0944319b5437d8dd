import { type Observable, switchMap } from 'rxjs';
import type { ActivityState } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { PurchasesReader } from './purchases.reader.js';

/** The namespace of the account; the active one by default. */
export interface WatchPurchasesInput {
  readonly namespace?: Namespace;
}

/**
 * Emits the purchases of the connected account at Coinbase, on all networks, grouped by month. The newest ones are read on each subscription, and then
 * every 15 seconds, or 3 while one of them is in progress; older ones by {@link LoadMorePurchases}. Never errors: an error is part of the state.
 */
export class WatchPurchases {
  readonly #reader: Pick<PurchasesReader, 'current' | 'watch'>;
  readonly #connections: Pick<ConnectionStore, 'state' | 'namespaceOrActive$'>;

  constructor(reader: Pick<PurchasesReader, 'current' | 'watch'>, connections: Pick<ConnectionStore, 'state' | 'namespaceOrActive$'>) {
    this.#reader = reader;
    this.#connections = connections;
  }

  /** The purchases as loaded so far, for synchronous readers. Sends no request. */
  current({ namespace }: WatchPurchasesInput = {}): ActivityState {
    return this.#reader.current(namespace ?? this.#connections.state.activeNamespace);
  }

  execute({ namespace }: WatchPurchasesInput = {}): Observable<ActivityState> {
    return this.#connections.namespaceOrActive$(namespace).pipe(switchMap((watched) => this.#reader.watch(watched)));
  }
}
