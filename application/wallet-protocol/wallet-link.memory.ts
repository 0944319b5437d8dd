import type { PairingState } from '../../domain/connection/connection-state.js';
import { parseWalletChoice, type WalletChoice } from '../../domain/wallet-protocol/answer-link.js';
import { RecentWallets } from '../directory/recent-wallets.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** How the wallet elsewhere was reached, over reloads: the link that brings it up again, and the wallets used last. */
export class WalletLinkMemory {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** The wallet on this device that is connected, `null` when it is on another one. */
  get choice(): WalletChoice | null {
    return parseWalletChoice(this.#storage.get(STORAGE_KEYS.deepLink));
  }

  /** A wallet was connected. One that was reached by a QR is on another device: no link leads to it from here. */
  keep({ wcLinking, recentWallet }: PairingState): void {
    if (wcLinking === undefined) this.forget();
    else this.#storage.set(STORAGE_KEYS.deepLink, JSON.stringify(wcLinking));
    if (recentWallet !== undefined) new RecentWallets(this.#storage).remember(recentWallet);
  }

  /** Nothing is to be brought up any more. */
  forget(): void {
    this.#storage.remove(STORAGE_KEYS.deepLink);
  }
}
