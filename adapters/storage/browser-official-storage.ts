import type { Clock } from '../../application/ports/clock.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import { within } from '../../application/shared/within.js';
import { withStorageErrors } from './storage-failure.js';

/** The part of `window` that is used. */
export interface OfficialWindow {
  readonly indexedDB?: IDBFactory;
  readonly localStorage?: Pick<globalThis.Storage, 'getItem' | 'removeItem'>;
}

const DATABASE = 'WALLET_CONNECT_V2_INDEXED_DB';
const STORE = 'keyvaluestorage';

/** Some browsers never answer when a database is opened, e.g. while they clear the site's data. */
const OPEN_TIMEOUT_MS = 3_000;

/** What the official clients move from `localStorage` when there is an IndexedDB, and would move again. */
const OFFICIAL = /wc@|walletconnect|wc_|wallet_connect/i;

/** What the toolkit keeps there itself under a name that the official clients use too. */
const SHARED = 'WALLETCONNECT_DEEPLINK_CHOICE';

/**
 * The records of the official clients in a browser: those of their database, and those in `localStorage` where they had no
 * IndexedDB, or have not moved them yet. The database's come first. Each call opens the database and closes it again; where there is
 * none, none is made.
 * @see https://www.w3.org/TR/IndexedDB/
 */
export class BrowserOfficialStorage implements OfficialStorage {
  readonly #page: () => OfficialWindow;
  readonly #clock: Clock;

  /** @param page gives what the browser has, e.g. `() => window`; may throw, and is asked at each call */
  constructor(page: () => OfficialWindow, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
  }

  entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return withStorageErrors(async () => {
      const stored = await this.#ask('readonly', async (store) => {
        const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
        return keys.map((key, index) => [String(key), values[index]] as const);
      });
      // Behind those of the database: who finds a record in both takes the first.
      return [...(stored ?? []), ...this.#localKeys().map((key) => [key, this.#page().localStorage?.getItem(key)] as const)];
    });
  }

  remove(keys: readonly string[]): Promise<void> {
    return withStorageErrors(async () => {
      await this.#ask('readwrite', (store) => Promise.all(keys.map((key) => answer(store.delete(key)))));
      for (const key of this.#localKeys()) if (keys.includes(key)) this.#page().localStorage?.removeItem(key);
    });
  }

  #localKeys(): readonly string[] {
    return Object.keys(this.#page().localStorage ?? {}).filter((key) => OFFICIAL.test(key) && key !== SHARED);
  }

  /** Asks the database; `undefined` where there is none. */
  async #ask<Result>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
    const factory = this.#page().indexedDB;
    if (factory == null) return undefined;
    const opening = open(factory);
    const database = await within(OPEN_TIMEOUT_MS, this.#clock, opening).catch((cause: unknown) => {
      // One that opens too late is of no use to anybody.
      void opening.then((late) => late?.close()).catch(() => undefined);
      throw cause;
    });
    if (database === null) return undefined;
    try {
      if (!database.objectStoreNames.contains(STORE)) return undefined;
      const transaction = database.transaction(STORE, mode);
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      const [result] = await Promise.all([ask(transaction.objectStore(STORE)), done]);
      return result;
    } finally {
      database.close();
    }
  }
}

/** The database, or `null` where there is none. */
const open = (factory: IDBFactory): Promise<IDBDatabase | null> =>
  new Promise((resolve, reject) => {
    // Without a version: the one that is there, whichever.
    const request = factory.open(DATABASE);
    let isNew = false;
    request.onupgradeneeded = () => {
      // It was not there. What is being made is taken back.
      isNew = true;
      request.transaction?.abort();
    };
    request.onerror = (event) => {
      // Or it would count as an error of the page.
      event.preventDefault();
      if (isNew) resolve(null);
      else reject(request.error);
    };
    request.onsuccess = () => {
      const database = request.result;
      // Who wants to change or delete it need not wait.
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });

const answer = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
