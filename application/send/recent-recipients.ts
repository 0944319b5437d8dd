import type { Namespace } from '../../domain/caip/namespace.js';
import { addRecentRecipient, parseRecentRecipients, type RecentRecipient } from '../../domain/send/recent-recipients.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** The addresses that the user has sent to, persisted in the storage. Invalid entries are ignored. */
export class RecentRecipients {
  readonly #storage: Pick<Storage, 'get' | 'set'>;

  constructor(storage: Pick<Storage, 'get' | 'set'>) {
    this.#storage = storage;
  }

  /** Those of a namespace, newest first. */
  list(namespace: Namespace): readonly RecentRecipient[] {
    return this.#all().filter((each) => each.namespace === namespace);
  }

  add(recipient: RecentRecipient): void {
    this.#storage.set(STORAGE_KEYS.recentRecipients, JSON.stringify(addRecentRecipient(this.#all(), recipient)));
  }

  #all(): readonly RecentRecipient[] {
    return parseRecentRecipients(this.#storage.get(STORAGE_KEYS.recentRecipients));
  }
}
