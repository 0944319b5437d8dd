import type { RecordStore } from '../../application/ports/record-store.port.js';

/** A part of a store that one client has for itself: others may use the same keys in parts of their own. */
export class RecordSpace implements RecordStore {
  readonly #store: RecordStore;
  readonly #space: string;

  /** @param space what the keys of this part begin with */
  constructor(store: RecordStore, space: string) {
    this.#store = store;
    this.#space = space;
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const found = await this.#store.list(this.#space + prefix);
    return found.map(([key, value]) => [key.slice(this.#space.length), value] as const);
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return (await this.#store.keys(this.#space + prefix)).map((key) => key.slice(this.#space.length));
  }

  get(key: string): Promise<unknown> {
    return this.#store.get(this.#space + key);
  }

  set(key: string, value: unknown): Promise<void> {
    return this.#store.set(this.#space + key, value);
  }

  claim(key: string, value: unknown): Promise<unknown> {
    return this.#store.claim(this.#space + key, value);
  }

  remove(key: string): Promise<void> {
    return this.#store.remove(this.#space + key);
  }

  dispose(): void {
    this.#store.dispose();
  }
}
