import type { RecordStore } from './record-store.port.js';

/** Behaviour of a fake record store: persists records, rejects writes, or rejects reads and writes. */
export type FakeRecordStoreMode = 'working' | 'full' | 'blocked';

/** Marks a persisted record as removed. */
const REMOVED = Symbol('removed');

/**
 * In-memory record store with the failures of a real one. Writes while it is `full` or `blocked` are kept for this
 * tab only, as the port requires. Records are cloned, as in IndexedDB.
 * @example
 * const store = new FakeRecordStore({ 'session/1': { expiry: 0 } });
 * const secondTab = store.otherTab();
 */
export class FakeRecordStore implements RecordStore {
  readonly #disk: Map<string, unknown>;
  /** Records of this tab only. */
  readonly #inMemory = new Map<string, unknown>();
  #isDisposed = false;
  /** Rejects writes (`full`) or everything (`blocked`). */
  mode: FakeRecordStoreMode = 'working';
  /** Calls so far, oldest first. */
  readonly calls: { readonly method: 'list' | 'keys' | 'get' | 'set' | 'claim' | 'remove'; readonly key: string }[] = [];

  constructor(records: Readonly<Record<string, unknown>> = {}, disk: Map<string, unknown> = new Map(Object.entries(records))) {
    this.#disk = disk;
  }

  /** Persisted records, which survive a reload. */
  get persisted(): ReadonlyMap<string, unknown> {
    return new Map(this.#disk);
  }

  get disposed(): boolean {
    return this.#isDisposed;
  }

  readonly list = async (prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> => {
    this.calls.push({ method: 'list', key: prefix });
    return this.#entries(prefix);
  };

  readonly keys = async (prefix: string): Promise<readonly string[]> => {
    this.calls.push({ method: 'keys', key: prefix });
    return this.#entries(prefix).map(([key]) => key);
  };

  readonly get = async (key: string): Promise<unknown> => {
    this.calls.push({ method: 'get', key });
    return this.#read(key);
  };

  readonly set = async (key: string, value: unknown): Promise<void> => {
    this.calls.push({ method: 'set', key });
    this.#write(key, value);
  };

  readonly claim = async (key: string, value: unknown): Promise<unknown> => {
    this.calls.push({ method: 'claim', key });
    const existing = this.#read(key);
    if (existing !== undefined) return existing;
    this.#write(key, value);
    return this.#read(key);
  };

  readonly remove = async (key: string): Promise<void> => {
    this.calls.push({ method: 'remove', key });
    if (this.#isDisposed) return;
    if (this.mode === 'blocked') {
      this.#inMemory.set(key, REMOVED);
      return;
    }
    this.#inMemory.delete(key);
    this.#disk.delete(key);
  };

  readonly dispose = (): void => {
    this.#isDisposed = true;
    this.#inMemory.clear();
  };

  /** Deletes or replaces a persisted record, as a corrupted database does. */
  damage(key: string, value?: unknown): void {
    if (value === undefined) this.#disk.delete(key);
    else this.#disk.set(key, value);
  }

  /** Opens a second tab of the same origin. */
  otherTab(): FakeRecordStore {
    return new FakeRecordStore({}, this.#disk);
  }

  /** The same origin after a reload: only persisted records remain. */
  reload(): FakeRecordStore {
    this.dispose();
    return this.otherTab();
  }

  #entries(prefix: string): readonly (readonly [key: string, value: unknown])[] {
    const keys = [...this.#inMemory.keys(), ...(this.mode === 'blocked' ? [] : this.#disk.keys())];
    return [...new Set(keys)]
      .filter((key) => key.startsWith(prefix))
      .sort()
      .flatMap((key) => {
        const value = this.#read(key);
        return value === undefined ? [] : [[key, value] as const];
      });
  }

  #write(key: string, value: unknown): void {
    if (this.#isDisposed) return;
    const copy = structuredClone(value);
    if (this.mode === 'working') {
      this.#inMemory.delete(key);
      this.#disk.set(key, copy);
      return;
    }
    // A full store can still delete: an outdated record must not be restored by a reload.
    if (this.mode === 'full') this.#disk.delete(key);
    this.#inMemory.set(key, copy);
  }

  #read(key: string): unknown {
    if (this.#isDisposed) return undefined;
    const own = this.#inMemory.get(key);
    if (own === REMOVED) return undefined;
    const value = own ?? (this.mode === 'blocked' ? undefined : this.#disk.get(key));
    return structuredClone(value);
  }
}
