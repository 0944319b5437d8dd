import type { RecordStore } from './record-store.port.js';

/** How the browser treats a fake record store: it keeps records, refuses new ones, or refuses everything. */
export type FakeRecordStoreMode = 'working' | 'full' | 'blocked';

/** Hides a record that the browser did not remove. */
const REMOVED = Symbol('removed');

/**
 * A record store in memory with the faults of a real one. What is written while it is `full` or `blocked` is kept for this
 * page only, as the port demands. Records are copied as a browser would copy them.
 * @example
 * const store = new FakeRecordStore({ 'session/1': { expiry: 0 } });
 * const secondTab = store.otherTab();
 */
export class FakeRecordStore implements RecordStore {
  readonly #disk: Map<string, unknown>;
  /** Kept for this page only. */
  readonly #own = new Map<string, unknown>();
  #isDisposed = false;
  /** What the browser does with writes (`full`) or with everything (`blocked`). */
  mode: FakeRecordStoreMode = 'working';
  /** Every call so far, oldest first. */
  readonly calls: { readonly method: 'list' | 'keys' | 'get' | 'set' | 'claim' | 'remove'; readonly key: string }[] = [];

  constructor(records: Readonly<Record<string, unknown>> = {}, disk: Map<string, unknown> = new Map(Object.entries(records))) {
    this.#disk = disk;
  }

  /** What is on the disk, and so survives a reload. */
  get persisted(): ReadonlyMap<string, unknown> {
    return new Map(this.#disk);
  }

  get disposed(): boolean {
    return this.#isDisposed;
  }

  readonly list = async (prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> => {
    this.calls.push({ method: 'list', key: prefix });
    return this.#found(prefix);
  };

  readonly keys = async (prefix: string): Promise<readonly string[]> => {
    this.calls.push({ method: 'keys', key: prefix });
    return this.#found(prefix).map(([key]) => key);
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
    const found = this.#read(key);
    if (found !== undefined) return found;
    this.#write(key, value);
    return this.#read(key);
  };

  readonly remove = async (key: string): Promise<void> => {
    this.calls.push({ method: 'remove', key });
    if (this.#isDisposed) return;
    if (this.mode === 'blocked') {
      this.#own.set(key, REMOVED);
      return;
    }
    this.#own.delete(key);
    this.#disk.delete(key);
  };

  readonly dispose = (): void => {
    this.#isDisposed = true;
    this.#own.clear();
  };

  /** The browser loses a record, or gives back something else in its place. */
  damage(key: string, value?: unknown): void {
    if (value === undefined) this.#disk.delete(key);
    else this.#disk.set(key, value);
  }

  /** A second tab of the same origin. */
  otherTab(): FakeRecordStore {
    return new FakeRecordStore({}, this.#disk);
  }

  /** The same origin after a reload: only what is on the disk is left. */
  reload(): FakeRecordStore {
    this.dispose();
    return this.otherTab();
  }

  #found(prefix: string): readonly (readonly [key: string, value: unknown])[] {
    const keys = [...this.#own.keys(), ...(this.mode === 'blocked' ? [] : this.#disk.keys())];
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
      this.#own.delete(key);
      this.#disk.set(key, copy);
      return;
    }
    // A full disk can still forget: an outdated record must not come back after a reload.
    if (this.mode === 'full') this.#disk.delete(key);
    this.#own.set(key, copy);
  }

  #read(key: string): unknown {
    if (this.#isDisposed) return undefined;
    const own = this.#own.get(key);
    if (own === REMOVED) return undefined;
    const value = own ?? (this.mode === 'blocked' ? undefined : this.#disk.get(key));
    return structuredClone(value);
  }
}
