import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RecordWindow } from '../../../../adapters/storage/browser-record-store.js';

const quota = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

const insecure = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** A browser's IndexedDB for several tabs of one origin, with the faults of real ones. */
export class TestDatabase {
  mode: 'working' | 'full' | 'blocked' | 'absent' | 'silent' = 'working';
  /** Keys whose records the browser cannot read any more. */
  readonly damaged = new Set<string>();
  /** Connections opened so far. */
  readonly connections: IDBDatabase[] = [];
  readonly #factory = new IDBFactory();

  /** What `window` has in this browser. */
  readonly page = (): RecordWindow => {
    if (this.mode === 'blocked') return insecure();
    if (this.mode === 'absent') return {};
    return { indexedDB: this.#indexedDb, IDBKeyRange };
  };

  /** How many connections are open: 0 when nothing leaks. */
  readonly closed = new WeakSet<IDBDatabase>();

  get open(): number {
    return this.connections.filter((each) => !this.closed.has(each)).length;
  }

  get #indexedDb(): IDBFactory {
    const open: IDBFactory['open'] = (...of) => {
      const request = this.#factory.open(...of);
      request.addEventListener('success', () => this.#watch(request.result));
      // A browser that never answers: nobody hears of the success.
      return this.mode === 'silent' ? Object.create(request, { onsuccess: { value: null, writable: true } }) : request;
    };
    return new Proxy(this.#factory, { get: (factory, name) => (name === 'open' ? open : Reflect.get(factory, name)) });
  }

  #watch(database: IDBDatabase): void {
    this.connections.push(database);
    const { close, transaction } = database;
    database.close = () => {
      this.closed.add(database);
      close.call(database);
    };
    database.transaction = (...of) => {
      if (this.mode === 'blocked') return insecure();
      const opened = transaction.apply(database, of);
      const { objectStore } = opened;
      opened.objectStore = (name) => this.#spoil(objectStore.call(opened, name));
      return opened;
    };
  }

  #spoil(store: IDBObjectStore): IDBObjectStore {
    const { get, getAll, put } = store;
    store.put = (...of) => (this.mode === 'full' ? quota() : put.apply(store, of));
    store.get = (key) => {
      if (this.damaged.has(String(key))) throw new DOMException('Failed to read large IndexedDB value', 'DataError');
      return get.call(store, key);
    };
    store.getAll = (range) => {
      if (this.damaged.size > 0) throw new DOMException('Failed to read large IndexedDB value', 'DataError');
      return getAll.call(store, range);
    };
    return store;
  }
}
