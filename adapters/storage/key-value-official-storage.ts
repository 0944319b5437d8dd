import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** The records of the official clients in the storage that a host has given them. */
export class KeyValueOfficialStorage implements OfficialStorage {
  readonly #storage: KeyValueStorage;

  constructor(storage: KeyValueStorage) {
    this.#storage = storage;
  }

  entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return attempt(() => this.#storage.getEntries());
  }

  async remove(keys: readonly string[]): Promise<void> {
    await attempt(() => Promise.all(keys.map((key) => this.#storage.removeItem(key))));
  }
}

const attempt = async <Result>(act: () => Promise<Result>): Promise<Result> => {
  try {
    return await act();
  } catch (cause) {
    throw new LatchkeyError('storage/unavailable', { reason: (cause as Error | null)?.name ?? 'unknown' }, { cause });
  }
};
