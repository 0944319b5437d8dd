import type { RecordStore } from '../../ports/record-store.port.js';

/** Members of a record that are available without parsing it. */
export interface RecordSummary<Key> {
  readonly key: Key;
  /** Seconds since 1970. */
  readonly expiry: number;
}

export interface TableOptions<Key, Value> {
  readonly store: RecordStore;
  /** Key prefix of its records. */
  readonly prefix: string;
  /** Parses a record of this or an earlier version; `null` for an invalid one, which is removed. */
  readonly read: (value: unknown) => Value | null;
  /** Serializes a value. Default: the value itself. */
  readonly write?: (value: Value) => unknown;
  /**
   * Returns the summary of a record or value. With it, records are parsed on first access, so that thousands of them do not slow down the
   * start. `null` for a record that must be parsed.
   */
  readonly summarize?: (record: unknown) => RecordSummary<Key> | null;
}

/** A record that has not been parsed yet. */
class UnreadRecord {
  readonly record: unknown;

  constructor(record: unknown) {
    this.record = record;
  }
}

/**
 * Persistent map: values are in memory, each stored in a separate record. A change takes effect in memory immediately and is stored when its
 * promise resolves. Writes of a key keep their order.
 */
export class ProtocolTable<Key extends string | number, Value> {
  readonly #options: TableOptions<Key, Value>;
  readonly #values = new Map<Key, Value | UnreadRecord>();
  /** Keys written or removed before the records were loaded: loading does not overwrite them. */
  readonly #changedBeforeLoad = new Set<Key>();
  readonly #writes = new Map<Key, Promise<void>>();
  /** Keys evicted from memory whose records are not removed yet. */
  readonly #removing = new Set<Key>();
  /** Keys whose last write failed: their records are outdated. */
  readonly #failedWrites = new Set<Key>();
  #isLoaded = false;

  constructor(options: TableOptions<Key, Value>) {
    this.#options = options;
  }

  /** Loads the stored records, once. @param keyOf returns the key of a value */
  async load(keyOf: (value: Value) => Key): Promise<void> {
    if (this.#isLoaded) return;
    const { store, prefix } = this.#options;
    const stored = await store.list(prefix);
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    await this.#merge(stored, keyOf, this.#changedBeforeLoad);
    this.#changedBeforeLoad.clear();
  }

  /**
   * Loads the records again: adds those that other tabs have stored and keeps all values in memory. Returns the keys whose records other tabs
   * have removed or closed (expiry 0); the caller evicts their values.
   * @throws any error of the app's store; then nothing has changed
   */
  async refresh(keyOf: (value: Value) => Key): Promise<readonly Key[]> {
    if (!this.#isLoaded) {
      await this.load(keyOf);
      return [];
    }
    const { store, prefix } = this.#options;
    const removing = new Set(this.#removing);
    const candidates = [...this.#values.keys()].filter((key) => !this.#writes.has(key) && !this.#failedWrites.has(key));
    const stored = await store.list(prefix);
    const { summarize } = this.#options;
    const names = new Set(stored.flatMap(([name, record]) => (summarize?.(record)?.expiry === 0 ? [] : [name])));
    await this.#merge(stored, keyOf, removing);
    return candidates.filter((key) => !names.has(prefix + key) && this.#values.has(key) && !this.#writes.has(key));
  }

  get size(): number {
    return this.all().length;
  }

  get(key: Key): Value | null {
    const value = this.#values.get(key);
    return value instanceof UnreadRecord ? this.#read(key, value) : (value ?? null);
  }

  /** All values, the oldest first. */
  all(): readonly Value[] {
    return [...this.#values.keys()].flatMap((key) => this.get(key) ?? []);
  }

  /** All summaries, the oldest first, without parsing records. */
  summaries(): readonly RecordSummary<Key>[] {
    const { summarize } = this.#options;
    const summaries: RecordSummary<Key>[] = [];
    for (const value of this.#values.values()) {
      const summary = summarize?.(value instanceof UnreadRecord ? value.record : value) ?? null;
      if (summary !== null) summaries.push(summary);
    }
    return summaries;
  }

  /** @throws any error of the app's store; the value is set in memory all the same */
  set(key: Key, value: Value): Promise<void> {
    const { store, prefix, write = (same: Value): unknown => same } = this.#options;
    this.#values.set(key, value);
    this.#removing.delete(key);
    return this.#write(key, () => store.set(prefix + key, write(value)));
  }

  /** Changes members of an existing value. In a table with summaries, the other members are stored as another tab may have changed them. */
  async change(key: Key, members: Partial<Value>): Promise<void> {
    const value = this.get(key);
    if (value === null) return;
    if (this.#options.summarize === undefined) return this.set(key, { ...value, ...members });
    const { store, prefix, write = (same: Value): unknown => same } = this.#options;
    this.#values.set(key, { ...value, ...members });
    return this.#write(key, async () => store.set(prefix + key, write({ ...((await this.stored(key)) ?? value), ...members })));
  }

  /** Returns the stored value, which another tab may have changed; `null` if there is none. @throws any error of the app's store */
  async stored(key: Key): Promise<Value | null> {
    const { store, prefix, read } = this.#options;
    return read(await store.get(prefix + key));
  }

  /**
   * Replaces an existing value by the stored one, which another tab may have changed, after pending writes. Returns the stored value.
   * @param shouldReplace whether to replace the value
   * @throws any error of the app's store
   */
  async reload(key: Key, shouldReplace: (stored: Value) => boolean): Promise<Value | null> {
    for (;;) {
      await this.#writes.get(key)?.catch(() => undefined);
      const stored = await this.stored(key);
      if (this.#writes.has(key)) continue;
      if (stored !== null && this.#values.has(key) && shouldReplace(stored)) this.#values.set(key, stored);
      return stored;
    }
  }

  /** Removes a value from memory only. Its record stays until {@link remove}: if the page is closed before, the next page load finds it again. */
  evict(key: Key): Value | null {
    const value = this.get(key);
    if (!this.#isLoaded) this.#changedBeforeLoad.add(key);
    if (value !== null) this.#removing.add(key);
    this.#values.delete(key);
    return value;
  }

  /** @throws any error of the app's store; the value is removed from memory all the same */
  remove(key: Key): Promise<void> {
    this.#values.delete(key);
    this.#removing.add(key);
    return this.#write(key, async () => {
      await this.#options.store.remove(this.#options.prefix + key);
      this.#removing.delete(key);
    });
  }

  /** Adds stored records without overwriting values. @param excluded keys that were changed or being removed when the records were read */
  async #merge(
    stored: readonly (readonly [name: string, record: unknown])[],
    keyOf: (value: Value) => Key,
    excluded: ReadonlySet<Key>,
  ): Promise<void> {
    const { store, read, summarize } = this.#options;
    const add = (key: Key, value: Value | UnreadRecord): void => {
      if (!this.#values.has(key) && !excluded.has(key) && !this.#removing.has(key)) this.#values.set(key, value);
    };
    for (const [name, record] of stored) {
      const summary = summarize?.(record) ?? null;
      if (summary !== null) {
        add(summary.key, new UnreadRecord(record));
        continue;
      }
      const value = read(record);
      if (value === null) await store.remove(name);
      else add(keyOf(value), value);
    }
  }

  /** Parses a record on first access. An invalid one is removed. */
  #read(key: Key, { record }: UnreadRecord): Value | null {
    const value = this.#options.read(record);
    if (value !== null) this.#values.set(key, value);
    else this.remove(key).catch(() => undefined);
    return value;
  }

  #write(key: Key, write: () => Promise<void>): Promise<void> {
    if (!this.#isLoaded) this.#changedBeforeLoad.add(key);
    const writing = (this.#writes.get(key) ?? Promise.resolve()).catch(() => undefined).then(write);
    this.#writes.set(key, writing);
    const settled = (hasFailed: boolean): void => {
      if (hasFailed) this.#failedWrites.add(key);
      else this.#failedWrites.delete(key);
      if (this.#writes.get(key) === writing) this.#writes.delete(key);
    };
    writing.then(
      () => settled(false),
      () => settled(true),
    );
    return writing;
  }
}
