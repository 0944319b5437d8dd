import { distinctUntilChanged, map, merge, type Observable, takeUntil } from 'rxjs';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { RecentWallets } from './recent-wallets.js';

/** Follows the wallets used last, the newest first; two at most. What makes no sense in the storage reads as nothing. */
export class WatchRecentWallets {
  readonly #recent: RecentWallets;
  readonly #connections: ConnectionStore;

  constructor(recent: RecentWallets, connections: ConnectionStore) {
    this.#recent = recent;
    this.#connections = connections;
  }

  /** The wallets at this moment, for synchronous readers. */
  current(): readonly RecentWallet[] {
    return this.#recent.list();
  }

  execute(): Observable<readonly RecentWallet[]> {
    const { state$, disposed$ } = this.#connections;
    // A connection of this tab, or one of another tab, may have added a wallet.
    return merge(state$, this.#recent.changes$.pipe(takeUntil(disposed$))).pipe(
      map(() => this.current()),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
    );
  }
}
