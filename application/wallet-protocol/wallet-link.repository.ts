import { defer, type Observable, of } from 'rxjs';
import type { PairingState } from '../../domain/connection/connection-state.js';
import { type PairedWallet, parsePairedWallet } from '../../domain/wallet-protocol/request-link.js';
import { RecentWallets } from '../directory/recent-wallets.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { WalletLinks } from './wallet-link-opener.js';

/** Stores the deep link of the connected wallet and the recently used wallets. */
export class WalletLinkRepository implements WalletLinks {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  readonly pairedWallet$: Observable<PairedWallet | null> = defer(() => of(parsePairedWallet(this.#storage.get(STORAGE_KEYS.deepLink))));

  /** Saves how a wallet was connected. A wallet that scanned a QR code is on another device, so no deep link opens it from here. */
  save({ wcLinking, recentWallet }: PairingState): void {
    if (wcLinking === undefined) this.forget();
    else this.#storage.set(STORAGE_KEYS.deepLink, JSON.stringify(wcLinking));
    if (recentWallet !== undefined) new RecentWallets(this.#storage).remember(recentWallet);
  }

  forget(): void {
    this.#storage.remove(STORAGE_KEYS.deepLink);
  }
}
