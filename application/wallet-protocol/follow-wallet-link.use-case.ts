import type { Observable } from 'rxjs';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Storage } from '../ports/storage.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runSync } from '../shared/run-use-case.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** The link that the user followed. */
export interface FollowWalletLinkInput {
  readonly wallet: RecentWallet;
  /** The wallet's own link, without the pairing URI. */
  readonly base: string;
  readonly platform: 'mobile' | 'desktop' | 'web';
}

/** Never fails. */
export type FollowWalletLinkState = UseCaseState<'working', void, never>;

/** Records that the user followed a wallet link: the pairing state shows that wallet, and later requests reopen it once it is connected. */
export class FollowWalletLink {
  readonly #connections: ConnectionStore;
  readonly #events: EventBus;
  readonly #storage: Storage;

  constructor(connections: ConnectionStore, events: EventBus, storage: Storage) {
    this.#connections = connections;
    this.#events = events;
    this.#storage = storage;
  }

  execute({ wallet, base, platform }: FollowWalletLinkInput): Observable<FollowWalletLinkState> {
    return runSync(() => {
      const wcLinking = { href: base, name: wallet.name };
      const { wcPairingExpiry } = this.#connections.state.pairing;
      // Mobile browsers may close the page while the user is in the wallet; the next page load resumes from this record.
      this.#storage.set(STORAGE_KEYS.pendingPairing, JSON.stringify({ wallet, linking: wcLinking, until: wcPairingExpiry }));
      this.#connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking, recentWallet: wallet, wcError: false } });
      this.#events.track('SELECT_WALLET', { name: wallet.name, platform });
    });
  }
}
