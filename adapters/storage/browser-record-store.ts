import type { Clock } from '../../application/ports/clock.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import { copied, failureLog } from './storage-failure.js';

/** The members of `window` that are used. */
export type RecordWindow = Partial<Pick<typeof globalThis, 'indexedDB' | 'IDBKeyRange'>>;

const DATABASE = '@latchkey/records';
const STORE = 'records';

/** Some browsers never fire an event when opening a database, e.g. while clearing site data. */
const OPEN_TIMEOUT_MS = 3_000;

/** Marks a record that could not be deleted. */
const REMOVED = Symbol('removed');

/** One write, compared by identity. */
interface Entry {
  readonly value: unknown;
}

/**
 * Records in IndexedDB, one per key. Writes that the browser rejects (blocked, full, corrupt, unavailable) are kept in memory for this
 * page, and the first failure is logged. The database is opened on first use and closed by `dispose()`. Never throws.
 * @see https://www.w3.org/TR/IndexedDB/
 */
export class BrowserRecordStore implements RecordStore {
  readonly #page: () => RecordWindow;
  readonly #clock: Clock;
  readonly #logFailure: (cause: unknown) => void;
  /** Writes that failed or are pending. */
  readonly #fallback = new Map<string, Entry>();
  #database: Promise<IDBDatabase> | null = null;
  #isDisposed = false;

  /**
   * @param page returns the browser APIs, e.g. `() => window`; may throw, and is called when the database is opened
   * @param logger logs database failures; `null` where none is expected to exist, as on a server
   */
  constructor(page: () => RecordWindow, clock: Clock, logger: Logger | null) {
    this.#page = page;
    this.#clock = clock;
    this.#logFailure = failureLog(logger);
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const records = new Map(await this.#stored(prefix));
    for (const [key, { value }] of this.#fallback) if (key.startsWith(prefix)) records.set(key, copied(value));
    return [...records].filter(([, value]) => value !== REMOVED).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const keys = new Set(await this.#storedKeys(prefix));
    for (const [key, { value }] of this.#fallback) {
      if (value === REMOVED) keys.delete(key);
      else if (key.startsWith(prefix)) keys.add(key);
    }
    return [...keys];
  }

  async get(key: string): Promise<unknown> {
    if (!this.#fallback.has(key)) {
      const stored = await this.#try('readonly', (store) => store.get(key));
      // A concurrent write is newer.
      if (!this.#fallback.has(key)) return stored;
    }
    const value = this.#fallback.get(key)?.value;
    return value === REMOVED ? undefined : copied(value);
  }

  async set(key: string, value: unknown): Promise<void> {
    const copy = copied(value);
    const isNewest = await this.#write(key, copy, (store) => store.put(copy, key));
    // The previous value is outdated and must not reappear after a reload.
    if (isNewest) await this.#try('readwrite', (store) => store.delete(key));
  }

  async claim(key: string, value: unknown): Promise<unknown> {
    const own = await this.get(key);
    if (own !== undefined || this.#isDisposed) return own;
    const copy = copied(value);
    let isDone = false;
    const found = await this.#try(
      'readwrite',
      (store) => {
        const request = store.get(key);
        // One transaction, so that no other tab can interleave.
        request.onsuccess = () => {
          if (request.result === undefined) store.put(copy, key);
        };
        return request;
      },
      () => (isDone = true),
    );
    // Without a database, the first claim in this page wins.
    if (!isDone && !this.#fallback.has(key)) await this.set(key, copy);
    return found ?? this.get(key);
  }

  async remove(key: string): Promise<void> {
    await this.#write(key, REMOVED, (store) => store.delete(key));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#fallback.clear();
    this.#close();
  }

  /** Returns `true` if the browser rejected the write and no newer one followed. */
  async #write(key: string, value: unknown, operation: (store: IDBObjectStore) => IDBRequest): Promise<boolean> {
    if (this.#isDisposed) return false;
    const entry = { value };
    this.#fallback.set(key, entry);
    let isDone = false;
    await this.#try(
      'readwrite',
      (store) => operation(store),
      () => (isDone = true),
    );
    if (this.#fallback.get(key) !== entry) return false;
    if (isDone) this.#fallback.delete(key);
    return !isDone;
  }

  async #stored(prefix: string): Promise<readonly (readonly [string, unknown])[]> {
    const requests: { keys?: IDBRequest<IDBValidKey[]> } = {};
    // One transaction, so that keys and values match.
    const found = await this.#try('readonly', (store): IDBRequest<unknown[]> => {
      requests.keys = store.getAllKeys(this.#range(prefix));
      return store.getAll(this.#range(prefix));
    });
    const keys = found === undefined ? await this.#storedKeys(prefix) : (requests.keys?.result ?? []).map(String);
    // One by one, so that an unreadable record does not affect the others.
    const values = found ?? (await Promise.all(keys.map((key) => this.#try('readonly', (store) => store.get(key)))));
    return keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]] as const]));
  }

  async #storedKeys(prefix: string): Promise<readonly string[]> {
    return ((await this.#try('readonly', (store) => store.getAllKeys(this.#range(prefix)))) ?? []).map(String);
  }

  #range(prefix: string): IDBKeyRange | undefined {
    // No character in a key sorts after this one.
    return this.#page().IDBKeyRange?.bound(prefix, `${prefix}\uffff`);
  }

  /** Runs an operation on the database; `undefined` on failure. */
  async #try<T>(
    mode: IDBTransactionMode,
    operation: (store: IDBObjectStore) => IDBRequest<T>,
    onDone?: () => void,
  ): Promise<T | undefined> {
    if (this.#isDisposed) return undefined;
    try {
      const result = await run(await this.#open(), mode, operation);
      onDone?.();
      return result;
    } catch (cause) {
      if (!this.#isDisposed) this.#logFailure(cause);
      // The connection was closed by the browser: the next call opens a new one. A failed open is not retried.
      if ((cause as Error | null)?.name === 'InvalidStateError') this.#close();
      return undefined;
    }
  }

  #open(): Promise<IDBDatabase> {
    if (this.#database !== null) return this.#database;
    const request = (async () => {
      const factory = this.#page().indexedDB;
      if (factory == null) throw new Error('IndexedDB is not available');
      return open(factory, () => this.#close());
    })();
    const database = withTimeout(OPEN_TIMEOUT_MS, this.#clock, request);
    this.#database = database;
    database.catch(() => {
      // Close a database that opens after the timeout.
      void request.then((opened) => opened.close()).catch(() => undefined);
    });
    return database;
  }

  #close(): void {
    void this.#database?.then((database) => database.close()).catch(() => undefined);
    this.#database = null;
  }
}

/** @param release called when another client needs the database closed, or the browser has closed it */
const open = (factory: IDBFactory, release: () => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE);
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = release;
      database.onclose = release;
      resolve(database);
    };
  });

const run = <T>(database: IDBDatabase, mode: IDBTransactionMode, operation: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    transaction.onabort = () => reject(transaction.error);
    const request = operation(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
  });
