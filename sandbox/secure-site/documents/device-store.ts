import type { EmbeddingApp } from '../frame/frame-client.js';
import type { Accounts } from '../keys/accounts.js';

/** What a device keeps: of one browser, in the storage of one app. */
export interface DeviceRecord {
  readonly wallet: string;
  readonly device: string;
  readonly email: string;
  /** Token of the session. */
  readonly token: string;
  /** ECDSA P-256; the private half cannot be exported. */
  readonly key: CryptoKeyPair;
  /** The device's secret: 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Highest epoch that was opened. */
  readonly epoch: number;
  readonly accounts: Accounts;
  /** Whether the user has recovery words. */
  readonly isRecoverable: boolean;
  /** Copies of what the server has, so that device and words open the wallet without it. */
  readonly vault: string;
  readonly wraps: string;
}

/** Where a device keeps its record. */
export interface DeviceStore {
  /** False if it lasts no longer than the page. */
  readonly isPersistent: boolean;
  read(): Promise<DeviceRecord | null>;
  write(record: DeviceRecord): Promise<void>;
  /** Deletes everything, and returns the names of what was deleted. */
  clear(): Promise<readonly string[]>;
}

/** A store that lasts as long as the page. */
export class MemoryDeviceStore implements DeviceStore {
  readonly isPersistent = false;
  #record: DeviceRecord | null = null;

  async read(): Promise<DeviceRecord | null> {
    return this.#record;
  }

  async write(record: DeviceRecord): Promise<void> {
    this.#record = record;
  }

  async clear(): Promise<readonly string[]> {
    const erased = this.#record === null ? [] : ['device key', 'device secret', 'session'];
    this.#record?.secret.fill(0);
    this.#record = null;
    return erased;
  }
}

const STORE = 'device';
const KEY = 'record';

const settle = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed')));
  });

/** Browsers share the storage among the apps of one site, such as those of its subdomains. */
const databaseOf = ({ project, origin }: EmbeddingApp): string => `latchkey-wallet ${origin} ${project}`;

/** False if there is certainly no database: reading must not create one. */
const mayExist = async (database: string): Promise<boolean> => (await indexedDB.databases()).some(({ name }) => name === database);

/** A store in IndexedDB, which is there from the first record until it is cleared. */
class IndexedDbDeviceStore implements DeviceStore {
  readonly isPersistent = true;
  readonly #name: string;
  #database: IDBDatabase | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  async read(): Promise<DeviceRecord | null> {
    if (!(await mayExist(this.#name))) return null;
    const database = await this.#open();
    // Only `write` stores here.
    const record = (await settle(database.transaction(STORE).objectStore(STORE).get(KEY))) as DeviceRecord | undefined;
    return record ?? null;
  }

  async write(record: DeviceRecord): Promise<void> {
    const database = await this.#open();
    await settle(database.transaction(STORE, 'readwrite', { durability: 'strict' }).objectStore(STORE).put(record, KEY));
  }

  async clear(): Promise<readonly string[]> {
    const erased = (await this.read()) === null ? [] : ['device key', 'device secret', 'session'];
    this.#database?.close();
    this.#database = null;
    await settle(indexedDB.deleteDatabase(this.#name));
    return erased;
  }

  async #open(): Promise<IDBDatabase> {
    if (this.#database !== null) return this.#database;
    const database = await openDatabase(this.#name);
    // Another tab signs out and deletes it.
    database.addEventListener('versionchange', () => {
      database.close();
      this.#database = null;
    });
    this.#database = database;
    return database;
  }
}

const openDatabase = (name: string): Promise<IDBDatabase> => {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return settle(request);
};

/** Opens the storage of this document for an app; one in memory if the browser denies it. */
export const openDeviceStore = async (app: EmbeddingApp): Promise<DeviceStore> => {
  const database = databaseOf(app);
  try {
    await mayExist(database);
    return new IndexedDbDeviceStore(database);
  } catch {
    return new MemoryDeviceStore();
  }
};
