import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { RECENT_WALLETS, RecentWallets } from '../../application/directory/recent-wallets.js';
import { WatchRecentWallets } from '../../application/directory/watch-recent-wallets.use-case.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineModule, type LatchkeyModule, TRANSIENT } from '../wire.js';

/** The wallets used last: small, and needed before the modal opens. */
export const recentWalletsModule = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(RECENT_WALLETS, [STORAGE], (storage) => new RecentWallets(storage));
    wire(
      USE_CASES.watchRecentWallets,
      [RECENT_WALLETS, CONNECTION_STORE],
      (recent, connections) => new WatchRecentWallets(recent, connections),
      TRANSIENT,
    );
  });
