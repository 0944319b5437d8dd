import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import { withStorageErrors } from './storage-failure.js';

/** Records of the official clients in a storage supplied by the app. */
export class KeyValueOfficialStorage implements OfficialStorage {
  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return withStorageErrors(() => this.#storage.getEntries());
  }

  async remove(keys: readonly string[]): Promise<void> {
    await withStorageErrors(() => Promise.all(keys.map((key) => this.#storage.removeItem(key))));
  }
}
