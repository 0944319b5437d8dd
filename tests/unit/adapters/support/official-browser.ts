import { IDBFactory } from 'fake-indexeddb';
import { BrowserOfficialStorage, type OfficialWindow } from '../../../../adapters/storage/browser-official-storage.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';

const DATABASE = 'WALLET_CONNECT_V2_INDEXED_DB';
const STORE = 'keyvaluestorage';

/** A localStorage whose keys are its own properties, as in browsers. */
export class TestLocalStorage {
  [key: string]: unknown;
  declare readonly getItem: (key: string) => string | null;
  declare readonly removeItem: (key: string) => void;

  constructor(texts: Readonly<Record<string, string>>) {
    Object.assign(this, texts);
    for (const [name, value] of Object.entries({
      getItem: (key: string) => this[key] ?? null,
      removeItem: (key: string) => {
        delete this[key];
      },
    })) {
      Object.defineProperty(this, name, { value, enumerable: false });
    }
  }
}

/** A browser in which an official client may have run. */
export class OfficialBrowser {
  readonly factory = new IDBFactory();
  readonly clock = new FakeClock();
  mode: 'working' | 'blocked' | 'silent' | 'old' = 'working';
  local: TestLocalStorage | null = null;

  /** The members of `window` in this browser. */
  readonly page = (): OfficialWindow => {
    if (this.mode === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError');
    return {
      ...(this.mode === 'old' ? {} : { indexedDB: this.#indexedDb }),
      ...(this.local === null ? {} : { localStorage: this.local }),
    };
  };

  readonly storage = new BrowserOfficialStorage(this.page, this.clock);

  /** Creates the database as the official client does. */
  async fill(records: Readonly<Record<string, string>>, store = STORE): Promise<void> {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = this.factory.open(DATABASE);
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction(store, 'readwrite');
    for (const [key, text] of Object.entries(records)) transaction.objectStore(store).put(text, key);
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
    });
    database.close();
  }

  async exists(): Promise<boolean> {
    return (await this.factory.databases()).some(({ name }) => name === DATABASE);
  }

  /** Checks that the database can be deleted immediately, because no connection is open. */
  isFree(): Promise<boolean> {
    return new Promise((resolve) => {
      const request = this.factory.deleteDatabase(DATABASE);
      request.onblocked = () => resolve(false);
      request.onsuccess = () => resolve(true);
    });
  }

  get #indexedDb(): IDBFactory {
    const open: IDBFactory['open'] = (...parameters) => {
      const request = this.factory.open(...parameters);
      // In silent mode the success event is never delivered.
      return this.mode === 'silent' ? Object.create(request, { onsuccess: { value: null, writable: true } }) : request;
    };
    return new Proxy(this.factory, { get: (factory, name) => (name === 'open' ? open : Reflect.get(factory, name)) });
  }
}
