import type { Clock } from '../../application/ports/clock.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { within } from '../../application/shared/within.js';
import { copied, failureLog } from './storage-failure.js';

/** The part of `window` that is used. */
export type RecordWindow = Partial<Pick<typeof globalThis, 'indexedDB' | 'IDBKeyRange'>>;

/** What the browser calls the database. */
const DATABASE = '@latchkey/records';
const STORE = 'records';

/** Some browsers never answer when a database is opened, e.g. while they clear the site's data. */
const OPEN_TIMEOUT_MS = 3_000;

/** Hides a record that the browser would not remove. */
const REMOVED = Symbol('removed');

/** One write: two of the same value are two. */
interface Entry {
  readonly value: unknown;
}

/**
 * Records in IndexedDB, each under its own key. What the browser does not take (blocked, full, damaged, absent) is kept in
 * memory for this page, and the log says so once. The database is opened at the first call and closed by `dispose()`.
 * Never throws.
 * @see https://www.w3.org/TR/IndexedDB/
 */
export class BrowserRecordStore implements RecordStore {
  readonly #page: () => RecordWindow;
  readonly #clock: Clock;
  readonly #logFailure: (cause: unknown) => void;
  /** What the browser does not have, or not yet. */
  readonly #memory = new Map<string, Entry>();
  #database: Promise<IDBDatabase> | null = null;
  #isDisposed = false;

  /**
   * @param page gives what the browser has, e.g. `() => window`; may throw, and is asked when the database is opened
   * @param logger hears of a database that does not work; `null` where there is no page that could have one, as on a server
   */
  constructor(page: () => RecordWindow, clock: Clock, logger: Logger | null) {
    this.#page = page;
    this.#clock = clock;
    this.#logFailure = failureLog(logger);
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const records = new Map(await this.#stored(prefix));
    for (const [key, { value }] of this.#memory) if (key.startsWith(prefix)) records.set(key, copied(value));
    return [...records].filter(([, value]) => value !== REMOVED).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  async keys(prefix: string): Promise<readonly string[]> {
    const keys = new Set(await this.#storedKeys(prefix));
    for (const [key, { value }] of this.#memory) {
      if (value === REMOVED) keys.delete(key);
      else if (key.startsWith(prefix)) keys.add(key);
    }
    return [...keys];
  }

  async get(key: string): Promise<unknown> {
    if (!this.#memory.has(key)) {
      const stored = await this.#try('readonly', (store) => store.get(key));
      // What was written meanwhile is newer.
      if (!this.#memory.has(key)) return stored;
    }
    const value = this.#memory.get(key)?.value;
    return value === REMOVED ? undefined : copied(value);
  }

  async set(key: string, value: unknown): Promise<void> {
    const copy = copied(value);
    const isNewest = await this.#write(key, copy, (store) => store.put(copy, key));
    // What was there before is outdated and must not come back after a reload.
    if (isNewest) await this.#try('readwrite', (store) => store.delete(key));
  }

  async claim(key: string, value: unknown): Promise<unknown> {
    const own = await this.get(key);
    if (own !== undefined || this.#isDisposed) return own;
    const copy = copied(value);
    let done = false;
    const found = await this.#try(
      'readwrite',
      (store) => {
        const request = store.get(key);
        // One transaction: no other tab comes between.
        request.onsuccess = () => {
          if (request.result === undefined) store.put(copy, key);
        };
        return request;
      },
      () => (done = true),
    );
    // Where the browser takes nothing, the first of this page counts.
    if (!done && !this.#memory.has(key)) await this.set(key, copy);
    return found ?? this.get(key);
  }

  async remove(key: string): Promise<void> {
    await this.#write(key, REMOVED, (store) => store.delete(key));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#memory.clear();
    this.#close();
  }

  /** Whether the browser did not take it and nothing newer was written meanwhile. */
  async #write(key: string, value: unknown, ask: (store: IDBObjectStore) => IDBRequest): Promise<boolean> {
    if (this.#isDisposed) return false;
    const entry = { value };
    this.#memory.set(key, entry);
    let done = false;
    await this.#try(
      'readwrite',
      (store) => ask(store),
      () => (done = true),
    );
    if (this.#memory.get(key) !== entry) return false;
    if (done) this.#memory.delete(key);
    return !done;
  }

  async #stored(prefix: string): Promise<readonly (readonly [string, unknown])[]> {
    const asked: { keys?: IDBRequest<IDBValidKey[]> } = {};
    // In one transaction: the keys are those of the values.
    const found = await this.#try('readonly', (store): IDBRequest<unknown[]> => {
      asked.keys = store.getAllKeys(this.#range(prefix));
      return store.getAll(this.#range(prefix));
    });
    const keys = found === undefined ? await this.#storedKeys(prefix) : (asked.keys?.result ?? []).map(String);
    // One by one: a record that the browser cannot read any more takes no other along.
    const values = found ?? (await Promise.all(keys.map((key) => this.#try('readonly', (store) => store.get(key)))));
    return keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]] as const]));
  }

  async #storedKeys(prefix: string): Promise<readonly string[]> {
    return ((await this.#try('readonly', (store) => store.getAllKeys(this.#range(prefix)))) ?? []).map(String);
  }

  #range(prefix: string): IDBKeyRange | undefined {
    // Nothing in a key sorts behind this character.
    return this.#page().IDBKeyRange?.bound(prefix, `${prefix}\uffff`);
  }

  /** Asks the database; `undefined` when it cannot be asked. */
  async #try<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>, onDone?: () => void): Promise<T | undefined> {
    if (this.#isDisposed) return undefined;
    try {
      const result = await run(await this.#open(), mode, ask);
      onDone?.();
      return result;
    } catch (cause) {
      if (!this.#isDisposed) this.#logFailure(cause);
      // The connection was taken away: the next call opens another. What cannot be opened is not tried again.
      if ((cause as Error | null)?.name === 'InvalidStateError') this.#close();
      return undefined;
    }
  }

  #open(): Promise<IDBDatabase> {
    if (this.#database !== null) return this.#database;
    const request = (async () => {
      const factory = this.#page().indexedDB;
      if (factory == null) throw new Error('There is no IndexedDB');
      return open(factory, () => this.#close());
    })();
    const database = within(OPEN_TIMEOUT_MS, this.#clock, request);
    this.#database = database;
    database.catch(() => {
      // One that opens too late is of no use to anybody.
      void request.then((late) => late.close()).catch(() => undefined);
    });
    return database;
  }

  #close(): void {
    void this.#database?.then((database) => database.close()).catch(() => undefined);
    this.#database = null;
  }
}

/** @param release called when the browser wants the database back, or took it */
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

const run = <T>(database: IDBDatabase, mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    transaction.onabort = () => reject(transaction.error);
    const request = ask(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
  });
