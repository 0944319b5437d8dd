import type { Observable } from 'rxjs';
import type { RecentWallet } from '../../domain/directory/recent-wallets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { ended } from '../shared/ended.js';
import { latest } from '../shared/latest.js';
import { nowAndOn } from '../shared/now-and-on.js';
import { until } from '../shared/until.js';
import { type Watch, watching } from '../shared/watching.js';
import type { RecentWallets } from './recent-wallets.js';

/** Follows the wallets used last, the newest first; two at most. What makes no sense in the storage reads as nothing. */
export class WatchRecentWallets {
  readonly #recent: RecentWallets;
  readonly #watch: Watch;

  constructor(recent: RecentWallets, connections: ConnectionStore) {
    this.#recent = recent;
    const { state$ } = connections;
    // A connection of this tab, or one of another tab, may have added a wallet.
    const changes$ = nowAndOn(recent.changes$).pipe(latest(() => state$));
    this.#watch = watching(changes$.pipe(until(ended(state$))));
  }

  /** The wallets at this moment, for synchronous readers. */
  current(): readonly RecentWallet[] {
    return this.#recent.list();
  }

  execute(): Observable<readonly RecentWallet[]> {
    return this.#watch(
      () => this.current(),
      (a, b) => JSON.stringify(a) === JSON.stringify(b),
    );
  }
}
