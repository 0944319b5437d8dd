import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';

/** Key-value storage of the official API, on top of our record store, for clients without their own. */
export class RecordKeyValueStorage implements KeyValueStorage {
  readonly #store: RecordStore;

  /** @param store a store, or prefixed view, with no other records */
  constructor(store: RecordStore) {
    this.#store = store;
  }

  async getKeys(): Promise<string[]> {
    return (await this.#store.list('')).map(([key]) => key);
  }

  async getEntries<Value>(): Promise<[string, Value][]> {
    // A value keeps the type with which it was written.
    return (await this.#store.list('')).map(([key, value]): [string, Value] => [key, value as Value]);
  }

  async getItem<Value>(key: string): Promise<Value | undefined> {
    // As above.
    return (await this.#store.get(key)) as Value | undefined;
  }

  setItem<Value>(key: string, value: Value): Promise<void> {
    return this.#store.set(key, value);
  }

  removeItem(key: string): Promise<void> {
    return this.#store.remove(key);
  }
}
