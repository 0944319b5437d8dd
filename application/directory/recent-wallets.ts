import { filter, map, type Observable } from 'rxjs';
import { addRecentWallet, parseRecentWallets, type RecentWallet } from '../../domain/connection/recent-wallets.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** The wallets used last, over reloads. Holds nothing itself: make one wherever the storage is. Corrupted entries read as nothing. */
export class RecentWallets {
  readonly #storage: Pick<Storage, 'get' | 'set' | 'changes$'>;

  constructor(storage: Pick<Storage, 'get' | 'set' | 'changes$'>) {
    this.#storage = storage;
  }

  /** The last used one first; two at most. */
  list(): readonly RecentWallet[] {
    return parseRecentWallets(this.#storage.get(STORAGE_KEYS.recentWallets));
  }

  /** A wallet was connected. */
  remember(wallet: RecentWallet): void {
    this.#storage.set(STORAGE_KEYS.recentWallets, JSON.stringify(addRecentWallet(this.list(), wallet)));
  }

  /** Another tab connected a wallet. */
  get changes$(): Observable<void> {
    return this.#storage.changes$.pipe(
      filter(({ key }) => key === STORAGE_KEYS.recentWallets),
      map(() => undefined),
    );
  }
}
