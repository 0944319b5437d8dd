import { distinctUntilChanged, map, merge, type Observable, takeUntil } from 'rxjs';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { RecentWallets } from './recent-wallets.js';

/** Emits the recently used wallets, the most recent one first; two at most. Corrupted entries are ignored. */
export class WatchRecentWallets {
  readonly #recent: RecentWallets;
  readonly #connections: ConnectionStore;

  constructor(recent: RecentWallets, connections: ConnectionStore) {
    this.#recent = recent;
    this.#connections = connections;
  }

  /** The current list, for synchronous readers. */
  current(): readonly RecentWallet[] {
    return this.#recent.list();
  }

  execute(): Observable<readonly RecentWallet[]> {
    const { state$, disposed$ } = this.#connections;
    // A connection in this or another tab may have added a wallet.
    return merge(state$, this.#recent.changes$.pipe(takeUntil(disposed$))).pipe(
      map(() => this.current()),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    );
  }
}
