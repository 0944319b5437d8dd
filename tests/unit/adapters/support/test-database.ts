import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { RecordWindow } from '../../../../adapters/storage/browser-record-store.js';

const quota = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

const insecure = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** An IndexedDB shared by several tabs, with the faults of real ones. */
export class TestDatabase {
  mode: 'working' | 'full' | 'blocked' | 'absent' | 'silent' = 'working';
  /** Keys of unreadable records. */
  readonly damaged = new Set<string>();
  readonly connections: IDBDatabase[] = [];
  readonly #factory = new IDBFactory();

  /** The members of `window` in this browser. */
  readonly page = (): RecordWindow => {
    if (this.mode === 'blocked') return insecure();
    if (this.mode === 'absent') return {};
    return { indexedDB: this.#indexedDb, IDBKeyRange };
  };

  /** Closed connections, to detect leaks. */
  readonly closed = new WeakSet<IDBDatabase>();

  get open(): number {
    return this.connections.filter((each) => !this.closed.has(each)).length;
  }

  get #indexedDb(): IDBFactory {
    const open: IDBFactory['open'] = (...parameters) => {
      const request = this.#factory.open(...parameters);
      request.addEventListener('success', () => this.#watch(request.result));
      // In silent mode the success event is never delivered.
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
    database.transaction = (...parameters) => {
      if (this.mode === 'blocked') return insecure();
      const opened = transaction.apply(database, parameters);
      const { objectStore } = opened;
      opened.objectStore = (name) => this.#injectFaults(objectStore.call(opened, name));
      return opened;
    };
  }

  #injectFaults(store: IDBObjectStore): IDBObjectStore {
    const { get, getAll, put } = store;
    store.put = (...parameters) => (this.mode === 'full' ? quota() : put.apply(store, parameters));
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
