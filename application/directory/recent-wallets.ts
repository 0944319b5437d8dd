import { filter, map, type Observable } from 'rxjs';
import { addRecentWallet, parseRecentWallets, type RecentWallet } from '../../domain/connection/recent-wallets.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** The recently used wallets, persisted in the storage. Stateless: any number of instances may be created. Corrupted entries are ignored. */
export class RecentWallets {
  readonly #storage: Pick<Storage, 'get' | 'set' | 'changes$'>;

  constructor(storage: Pick<Storage, 'get' | 'set' | 'changes$'>) {
    this.#storage = storage;
  }

  /** The most recent one first; two at most. */
  list(): readonly RecentWallet[] {
    return parseRecentWallets(this.#storage.get(STORAGE_KEYS.recentWallets));
  }

  /** Adds a connected wallet. */
  remember(wallet: RecentWallet): void {
    this.#storage.set(STORAGE_KEYS.recentWallets, JSON.stringify(addRecentWallet(this.list(), wallet)));
  }

  /** Emits when another tab changed the list. */
  get changes$(): Observable<void> {
    return this.#storage.changes$.pipe(
      filter(({ key }) => key === STORAGE_KEYS.recentWallets),
      map(() => undefined),
    );
  }
}
