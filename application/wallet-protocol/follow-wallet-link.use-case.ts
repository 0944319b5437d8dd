import type { Observable } from 'rxjs';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Storage } from '../ports/storage.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { runAtOnce } from '../shared/run-use-case.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** The link that a person followed. */
export interface FollowWalletLinkInput {
  readonly wallet: RecentWallet;
  /** The wallet's own address, without the pairing URI. */
  readonly base: string;
  readonly platform: 'mobile' | 'desktop' | 'web';
}

/** Never fails. */
export type FollowWalletLinkState = UseCaseState<'working', void, never>;

/**
 * Takes note of a link to a wallet that a person follows by itself: it is shown as the one that is waited for, and brings the
 * wallet up again at the next request once it is connected.
 */
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
    return runAtOnce(() => {
      const wcLinking = { href: base, name: wallet.name };
      const { wcPairingExpiry } = this.#connections.state.pairing;
      // Phones close pages that are left: the next one goes on from here.
      this.#storage.set(STORAGE_KEYS.pendingPairing, JSON.stringify({ wallet, linking: wcLinking, until: wcPairingExpiry }));
      this.#connections.dispatch({ type: 'pairing-changed', pairing: { wcLinking, recentWallet: wallet, wcError: false } });
      this.#events.track('SELECT_WALLET', { name: wallet.name, platform });
    });
  }
}
