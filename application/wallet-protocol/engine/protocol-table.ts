import type { RecordStore } from '../../ports/record-store.port.js';

/** What a record says of itself without being read. */
export interface RecordBrief<Key> {
  readonly key: Key;
  /** Seconds since 1970. */
  readonly expiry: number;
}

/** How the values of a table are kept. */
export interface TableOptions<Key, Value> {
  readonly store: RecordStore;
  /** What the keys of its records begin with. */
  readonly prefix: string;
  /** Reads a record, of this or an earlier version; `null` for what is none: it is removed. */
  readonly read: (value: unknown) => Value | null;
  /** The record of a value. Default: the value itself. */
  readonly write?: (value: Value) => unknown;
  /**
   * What a record, or a value, says of itself. Where this is given, records are read when somebody asks for them: a start with thousands of
   * them reads none. `null` for a record that has to be read to be known.
   */
  readonly brief?: (record: unknown) => RecordBrief<Key> | null;
}

/** A record that nobody has asked for yet. */
class Unread {
  readonly record: unknown;

  constructor(record: unknown) {
    this.record = record;
  }
}

/**
 * Values that outlive the page: in memory for whoever reads them, each in a record of its own. A change is seen at once and has outlived
 * the page when its promise resolves. Writes of one key keep their order.
 */
export class ProtocolTable<Key extends string | number, Value> {
  readonly #options: TableOptions<Key, Value>;
  readonly #values = new Map<Key, Value | Unread>();
  /** Keys that were written or removed before the stored ones were there: theirs is the last word. */
  readonly #touched = new Set<Key>();
  readonly #writes = new Map<Key, Promise<void>>();
  /** Keys whose values were taken out, and whose records are not removed yet. */
  readonly #leaving = new Set<Key>();
  /** Keys whose last write has failed: what is stored says nothing of them. */
  readonly #failed = new Set<Key>();
  #isLoaded = false;

  constructor(options: TableOptions<Key, Value>) {
    this.#options = options;
  }

  /** Reads what is stored. Called again, it changes nothing. @param keyOf the key of a value */
  async load(keyOf: (value: Value) => Key): Promise<void> {
    if (this.#isLoaded) return;
    const { store, prefix } = this.#options;
    const stored = await store.list(prefix);
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    await this.#takeUp(stored, keyOf, this.#touched);
    this.#touched.clear();
  }

  /**
   * Reads again what is stored: what another tab has stored meanwhile is there from now on, what is there stays as it is. Gives the keys whose
   * records are gone, although they were stored, or have the expiry 0, by which another tab says that it ended them; their values are for the
   * caller to take out.
   * @throws whatever the store of a host rejects with; nothing has changed then
   */
  async refresh(keyOf: (value: Value) => Key): Promise<readonly Key[]> {
    if (!this.#isLoaded) {
      await this.load(keyOf);
      return [];
    }
    const { store, prefix } = this.#options;
    const leaving = new Set(this.#leaving);
    const kept = [...this.#values.keys()].filter((key) => !this.#writes.has(key) && !this.#failed.has(key));
    const stored = await store.list(prefix);
    const { brief } = this.#options;
    const names = new Set(stored.flatMap(([name, record]) => (brief?.(record)?.expiry === 0 ? [] : [name])));
    await this.#takeUp(stored, keyOf, leaving);
    return kept.filter((key) => !names.has(prefix + key) && this.#values.has(key) && !this.#writes.has(key));
  }

  get size(): number {
    return this.all().length;
  }

  get(key: Key): Value | null {
    const value = this.#values.get(key);
    return value instanceof Unread ? this.#read(key, value) : (value ?? null);
  }

  /** All of them, the oldest first. */
  all(): readonly Value[] {
    return [...this.#values.keys()].flatMap((key) => this.get(key) ?? []);
  }

  /** What they say of themselves, the oldest first. Reads none. */
  briefs(): readonly RecordBrief<Key>[] {
    const { brief } = this.#options;
    const briefs: RecordBrief<Key>[] = [];
    for (const value of this.#values.values()) {
      const known = brief?.(value instanceof Unread ? value.record : value) ?? null;
      if (known !== null) briefs.push(known);
    }
    return briefs;
  }

  /** @throws whatever the store of a host rejects with; the value is there all the same */
  set(key: Key, value: Value): Promise<void> {
    const { store, prefix, write = (same: Value): unknown => same } = this.#options;
    this.#values.set(key, value);
    this.#leaving.delete(key);
    return this.#write(key, () => store.set(prefix + key, write(value)));
  }

  /**
   * Changes some members of a value that is there; a value that is gone stays gone. Where records are read late, the others are stored as
   * another tab may have changed them meanwhile.
   */
  async change(key: Key, members: Partial<Value>): Promise<void> {
    const value = this.get(key);
    if (value === null) return;
    if (this.#options.brief === undefined) return this.set(key, { ...value, ...members });
    const { store, prefix, write = (same: Value): unknown => same } = this.#options;
    this.#values.set(key, { ...value, ...members });
    return this.#write(key, async () => store.set(prefix + key, write({ ...((await this.stored(key)) ?? value), ...members })));
  }

  /** What is stored, perhaps by another tab; `null` where nothing is. @throws whatever the store of a host rejects with */
  async stored(key: Key): Promise<Value | null> {
    const { store, prefix, read } = this.#options;
    return read(await store.get(prefix + key));
  }

  /**
   * Takes up what is stored of a value that is there, perhaps by another tab, once nothing more is written of it here. Gives what is stored.
   * @param isWorth whether what is stored is to be taken up
   * @throws whatever the store of a host rejects with
   */
  async renew(key: Key, isWorth: (stored: Value) => boolean): Promise<Value | null> {
    for (;;) {
      await this.#writes.get(key)?.catch(() => undefined);
      const stored = await this.stored(key);
      if (this.#writes.has(key)) continue;
      if (stored !== null && this.#values.has(key) && isWorth(stored)) this.#values.set(key, stored);
      return stored;
    }
  }

  /** Takes a value out, and leaves its record for a later {@link remove}: a page that is killed before finds it again. */
  take(key: Key): Value | null {
    const value = this.get(key);
    if (!this.#isLoaded) this.#touched.add(key);
    if (value !== null) this.#leaving.add(key);
    this.#values.delete(key);
    return value;
  }

  /** @throws whatever the store of a host rejects with; the value is gone all the same */
  remove(key: Key): Promise<void> {
    this.#values.delete(key);
    this.#leaving.add(key);
    return this.#write(key, async () => {
      await this.#options.store.remove(this.#options.prefix + key);
      this.#leaving.delete(key);
    });
  }

  /** Takes up what is stored and not known better here. @param left keys that were known better, or on their way out, when it was read */
  async #takeUp(
    stored: readonly (readonly [name: string, record: unknown])[],
    keyOf: (value: Value) => Key,
    left: ReadonlySet<Key>,
  ): Promise<void> {
    const { store, read, brief } = this.#options;
    const keep = (key: Key, value: Value | Unread): void => {
      if (!this.#values.has(key) && !left.has(key) && !this.#leaving.has(key)) this.#values.set(key, value);
    };
    for (const [name, record] of stored) {
      const known = brief?.(record) ?? null;
      if (known !== null) {
        keep(known.key, new Unread(record));
        continue;
      }
      const value = read(record);
      if (value === null) await store.remove(name);
      else keep(keyOf(value), value);
    }
  }

  /** Reads a record that somebody asks for. One that is none is removed. */
  #read(key: Key, { record }: Unread): Value | null {
    const value = this.#options.read(record);
    if (value !== null) this.#values.set(key, value);
    else this.remove(key).catch(() => undefined);
    return value;
  }

  #write(key: Key, write: () => Promise<void>): Promise<void> {
    if (!this.#isLoaded) this.#touched.add(key);
    const writing = (this.#writes.get(key) ?? Promise.resolve()).catch(() => undefined).then(write);
    this.#writes.set(key, writing);
    const settled = (hasFailed: boolean): void => {
      if (hasFailed) this.#failed.add(key);
      else this.#failed.delete(key);
      if (this.#writes.get(key) === writing) this.#writes.delete(key);
    };
    writing.then(
      () => settled(false),
      () => settled(true),
    );
    return writing;
  }
}
