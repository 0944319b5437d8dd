import type { Clock } from '../../application/ports/clock.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import { withStorageErrors } from './storage-failure.js';

/** The members of `window` that are used. */
export interface OfficialWindow {
  readonly indexedDB?: IDBFactory;
  readonly localStorage?: Pick<globalThis.Storage, 'getItem' | 'removeItem'>;
}

const DATABASE = 'WALLET_CONNECT_V2_INDEXED_DB';
const STORE = 'keyvaluestorage';

/** Some browsers never fire an event when opening a database, e.g. while clearing site data. */
const OPEN_TIMEOUT_MS = 3_000;

/** `localStorage` keys that the official clients migrate to IndexedDB, and would migrate again. */
const OFFICIAL_KEY = /wc@|walletconnect|wc_|wallet_connect/i;

/** A key that we use too, under the same name. */
const SHARED_KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';

/**
 * Records of the official clients in a browser: those in their database, then those in `localStorage` that were not migrated. Each call
 * opens and closes the database; a missing one is not created.
 * @see https://www.w3.org/TR/IndexedDB/
 */
export class BrowserOfficialStorage implements OfficialStorage {
  readonly #page: () => OfficialWindow;
  readonly #clock: Clock;

  /** @param page returns the browser APIs, e.g. `() => window`; may throw, and is called on each use */
  constructor(page: () => OfficialWindow, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
  }

  entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    return withStorageErrors(async () => {
      const stored = await this.#withStore('readonly', async (store) => {
        const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
        return keys.map((key, index) => [String(key), values[index]] as const);
      });
      // After the database's entries, which take precedence.
      return [...(stored ?? []), ...this.#localKeys().map((key) => [key, this.#page().localStorage?.getItem(key)] as const)];
    });
  }

  remove(keys: readonly string[]): Promise<void> {
    return withStorageErrors(async () => {
      await this.#withStore('readwrite', (store) => Promise.all(keys.map((key) => resultOf(store.delete(key)))));
      for (const key of this.#localKeys()) if (keys.includes(key)) this.#page().localStorage?.removeItem(key);
    });
  }

  #localKeys(): readonly string[] {
    return Object.keys(this.#page().localStorage ?? {}).filter((key) => OFFICIAL_KEY.test(key) && key !== SHARED_KEY);
  }

  /** Runs an operation on the database; `undefined` if there is none. */
  async #withStore<Result>(mode: IDBTransactionMode, operation: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
    const factory = this.#page().indexedDB;
    if (factory == null) return undefined;
    const opening = open(factory);
    const database = await withTimeout(OPEN_TIMEOUT_MS, this.#clock, opening).catch((cause: unknown) => {
      // Close a database that opens after the timeout.
      void opening.then((opened) => opened?.close()).catch(() => undefined);
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
      const [result] = await Promise.all([operation(transaction.objectStore(STORE)), done]);
      return result;
    } finally {
      database.close();
    }
  }
}

/** The database, or `null` if it does not exist. */
const open = (factory: IDBFactory): Promise<IDBDatabase | null> =>
  new Promise((resolve, reject) => {
    // Without a version: opens the current one.
    const request = factory.open(DATABASE);
    let isNew = false;
    request.onupgradeneeded = () => {
      // The database did not exist: abort its creation.
      isNew = true;
      request.transaction?.abort();
    };
    request.onerror = (event) => {
      // Otherwise it would be reported as an uncaught error.
      event.preventDefault();
      if (isNew) resolve(null);
      else reject(request.error);
    };
    request.onsuccess = () => {
      const database = request.result;
      // Do not block other clients that upgrade or delete it.
      database.onversionchange = () => database.close();
      resolve(database);
    };
  });

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
