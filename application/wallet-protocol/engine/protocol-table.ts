import type { RecordStore } from '../../ports/record-store.port.js';

/** How the values of a table are kept. */
export interface TableOptions<Value> {
  readonly store: RecordStore;
  /** What the keys of its records begin with. */
  readonly prefix: string;
  /** Reads a record, of this or an earlier version; `null` for what is none: it is removed. */
  readonly read: (value: unknown) => Value | null;
}

/**
 * Values that outlive the page: in memory for whoever reads them, each in a record of its own. A change is seen at once and has outlived
 * the page when its promise resolves. Writes of one key keep their order.
 */
export class ProtocolTable<Key extends string | number, Value> {
  readonly #options: TableOptions<Value>;
  readonly #values = new Map<Key, Value>();
  /** Keys that this page has written or removed: its own is the last word. */
  readonly #touched = new Set<Key>();
  readonly #writes = new Map<Key, Promise<void>>();

  constructor(options: TableOptions<Value>) {
    this.#options = options;
  }

  /** Reads what is stored. Called again, it adds what other pages have stored since, and changes nothing. @param keyOf the key of a value */
  async load(keyOf: (value: Value) => Key): Promise<void> {
    const { store, prefix, read } = this.#options;
    const stored = await store.list(prefix);
    for (const [name, record] of stored) {
      const value = read(record);
      if (value === null) await store.remove(name);
      else if (!this.#touched.has(keyOf(value)) && !this.#values.has(keyOf(value))) this.#values.set(keyOf(value), value);
    }
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: Key): Value | null {
    return this.#values.get(key) ?? null;
  }

  /** All of them, the oldest first. */
  all(): readonly Value[] {
    return [...this.#values.values()];
  }

  /** @throws whatever the store of a host rejects with; the value is there all the same */
  set(key: Key, value: Value): Promise<void> {
    this.#values.set(key, value);
    return this.#write(key, () => this.#options.store.set(this.#options.prefix + key, value));
  }

  /** Changes some members of a value that is there; a value that is gone stays gone. */
  async change(key: Key, members: Partial<Value>): Promise<void> {
    const value = this.#values.get(key);
    if (value !== undefined) await this.set(key, { ...value, ...members });
  }

  /** Takes a value out, and leaves its record for a later {@link remove}: a page that is killed before finds it again. */
  take(key: Key): Value | null {
    const value = this.get(key);
    this.#touched.add(key);
    this.#values.delete(key);
    return value;
  }

  /** @throws whatever the store of a host rejects with; the value is gone all the same */
  remove(key: Key): Promise<void> {
    this.#values.delete(key);
    return this.#write(key, () => this.#options.store.remove(this.#options.prefix + key));
  }

  #write(key: Key, write: () => Promise<void>): Promise<void> {
    this.#touched.add(key);
    const writing = (this.#writes.get(key) ?? Promise.resolve()).catch(() => undefined).then(write);
    this.#writes.set(key, writing);
    const settled = (): void => {
      if (this.#writes.get(key) === writing) this.#writes.delete(key);
    };
    writing.then(settled, settled);
    return writing;
  }
}
