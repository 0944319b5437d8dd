import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';

/** A storage as hosts know it, on the records of a client that was given none. */
export class RecordKeyValues implements KeyValueStorage {
  readonly #store: RecordStore;

  /** @param store a part of a store that holds nothing else */
  constructor(store: RecordStore) {
    this.#store = store;
  }

  async getKeys(): Promise<string[]> {
    return (await this.#store.list('')).map(([key]) => key);
  }

  async getEntries<Value>(): Promise<[string, Value][]> {
    // A value is what it was when it was written.
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
