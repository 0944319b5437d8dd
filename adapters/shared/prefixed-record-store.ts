import type { RecordStore } from '../../application/ports/record-store.port.js';

/** View of a record store under a key prefix, so that several clients can share one store. */
export class PrefixedRecordStore implements RecordStore {
  readonly #store: RecordStore;
  readonly #keyPrefix: string;

  /** @param keyPrefix prefix of every key in this view */
  constructor(store: RecordStore, keyPrefix: string) {
    this.#store = store;
    this.#keyPrefix = keyPrefix;
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const records = await this.#store.list(this.#keyPrefix + prefix);
    return records.map(([key, value]) => [key.slice(this.#keyPrefix.length), value] as const);
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return (await this.#store.keys(this.#keyPrefix + prefix)).map((key) => key.slice(this.#keyPrefix.length));
  }

  get(key: string): Promise<unknown> {
    return this.#store.get(this.#keyPrefix + key);
  }

  set(key: string, value: unknown): Promise<void> {
    return this.#store.set(this.#keyPrefix + key, value);
  }

  claim(key: string, value: unknown): Promise<unknown> {
    return this.#store.claim(this.#keyPrefix + key, value);
  }

  remove(key: string): Promise<void> {
    return this.#store.remove(this.#keyPrefix + key);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
