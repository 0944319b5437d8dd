import { defer, type Observable, of } from 'rxjs';
import type { PairingState } from '../../domain/connection/connection-state.js';
import { type PairedWallet, parsePairedWallet } from '../../domain/wallet-protocol/request-link.js';
import { asRecord, parseJson } from '../../domain/wire.js';
import { RecentWallets } from '../directory/recent-wallets.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { WalletLinks } from './wallet-link-opener.js';

/** Maximum number of stored links. The oldest ones are dropped. */
const MAX_LINKS = 10;

/**
 * Stores the deep links of the connected wallets, by session, and the recently used wallets. Sessions of other clients have the link that the
 * official clients share.
 */
export class WalletLinkRepository implements WalletLinks {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  pairedWallet$(topic: string): Observable<PairedWallet | null> {
    return defer(() => {
      const links = this.#links;
      return of(parsePairedWallet(Object.hasOwn(links, topic) ? links[topic] : this.#storage.get(STORAGE_KEYS.deepLink)));
    });
  }

  /** Saves how a wallet was connected. A wallet that scanned a QR code is on another device, so no deep link opens it from here. */
  save(topic: string, { wcLinking, recentWallet }: Pick<PairingState, 'wcLinking' | 'recentWallet'>): void {
    const others = Object.entries(this.#links).filter(([each]) => each !== topic);
    const links = Object.fromEntries([...others.slice(1 - MAX_LINKS), [topic, wcLinking ?? null]]);
    this.#storage.set(STORAGE_KEYS.walletLinks, JSON.stringify(links));
    if (wcLinking === undefined) this.#storage.remove(STORAGE_KEYS.deepLink);
    else this.#storage.set(STORAGE_KEYS.deepLink, JSON.stringify(wcLinking));
    if (recentWallet !== undefined) new RecentWallets(this.#storage).remember(recentWallet);
  }

  forget(): void {
    this.#storage.remove(STORAGE_KEYS.walletLinks);
    this.#storage.remove(STORAGE_KEYS.deepLink);
  }

  get #links(): Readonly<Record<string, unknown>> {
    return asRecord(parseJson(this.#storage.get(STORAGE_KEYS.walletLinks) ?? ''));
  }
}
