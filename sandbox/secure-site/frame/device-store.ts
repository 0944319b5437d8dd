import type { Accounts } from '../keys/accounts.js';
import type { SpendLog } from '../keys/spend-log.js';
import type { NumberedPolicy } from '../keys/vault-contents.js';
import { openDatabase, settled } from '../protocol/indexed-db.js';
import type { LoginUser } from '../protocol/login-user.js';
import type { EmbeddingApp } from './frame-client.js';
import type { SentOperation } from './sent-operation.js';

/** A device of one browser, in the storage of one app. The worker has the keys of the wallet and the secret of the device. */
export interface StoredDevice {
  readonly wallet: string;
  readonly device: string;
  readonly user: LoginUser;
  /** Token of the session; `null` if there is none. */
  readonly token: string | null;
  /** ECDSA P-256; its private key cannot be exported. */
  readonly key: CryptoKeyPair;
  /** Highest epoch that this device has opened. */
  readonly seenEpoch: number;
  readonly accounts: Accounts;
  /** Copies of vault and wraps, as JSON, for when the server is gone. */
  readonly vault: string;
  readonly wraps: string;
  /** The latest policy that this device has opened, to know beforehand what a passkey must confirm. The worker has the one that counts. */
  readonly policy?: NumberedPolicy;
  /** What was spent without a passkey. `saveLog` changes it. */
  readonly log?: SpendLog;
  /** When the user was last reminded that there are no recovery words. */
  readonly remindedAt?: number;
}

/** Where a device is stored. */
export type Persistence =
  | { readonly kind: 'browser' }
  /** Until the document is closed. `cause`: name of the browser's error, such as `SecurityError` or `DataCloneError`. */
  | { readonly kind: 'memory'; readonly cause: string };

const STORE = 'devices';
/** Key of the id of the current wallet. Ids of wallets are longer. */
const CURRENT = 'current';
/** Keys of sent operations are lists: this, the wallet, the id. Those of devices are texts. */
const OPERATION = 'operation';
const operationKey = (wallet: string, id: string): readonly string[] => [OPERATION, wallet, id];

/** Only the store writes it. */
const readDevice = async (store: IDBObjectStore, wallet: string): Promise<StoredDevice | null> =>
  (await settled<StoredDevice | undefined>(store.get(wallet))) ?? null;

const withLog = ({ log: _, ...device }: StoredDevice, log: SpendLog | null): StoredDevice => ({
  ...device,
  ...(log === null ? {} : { log }),
});

/** A device with what only rises, and with the log, as they are stored. */
const withSeen = (device: StoredDevice, seen: StoredDevice | null): StoredDevice => {
  if (seen === null) return device;
  const newer = seen.policy !== undefined && seen.policy.counter > (device.policy?.counter ?? 0) ? { policy: seen.policy } : {};
  return { ...withLog(device, seen.log ?? null), ...newer, seenEpoch: Math.max(seen.seenEpoch, device.seenEpoch) };
};

/** Keys of the operations of a wallet. */
const operationKeysOf = async (store: IDBObjectStore, wallet: string): Promise<readonly IDBValidKey[]> =>
  (await settled(store.getAllKeys())).filter((key) => Array.isArray(key) && key[0] === OPERATION && key[1] === wallet);

const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : 'UnknownError');

/** Browsers share the storage among the apps of one site, such as those of its subdomains. */
const databaseOf = ({ project, origin }: EmbeddingApp): string => `latchkey-wallet ${origin} ${project}`;

/** Options of {@link DeviceStore.open}. */
export interface DeviceStoreOptions {
  /** The app whose devices they are. It is read when a device is: a frame may learn its origin late. */
  readonly app: EmbeddingApp;
  /** Returns the browser's IndexedDB; browsers throw in its getter where storage is denied. */
  readonly factory?: () => IDBFactory;
}

/**
 * The devices of an app in this document's partition of the browser's storage: one of each wallet, one of them current. Logging in to another
 * account makes another one current and erases none, since it may be the last one of its wallet. The database is there from the first device
 * until the last one is erased. Where the browser refuses to store them, they are in memory only, and `persistence` says so: tell the user.
 */
export class DeviceStore {
  readonly #factory: IDBFactory | null;
  readonly #app: EmbeddingApp;
  #persistence: Persistence;
  readonly #memory = new Map<string, StoredDevice>();
  readonly #memoryOperations = new Map<string, SentOperation>();
  #memoryCurrent: string | null = null;

  private constructor(app: EmbeddingApp, factory: IDBFactory | null, persistence: Persistence) {
    this.#app = app;
    this.#factory = factory;
    this.#persistence = persistence;
  }

  static async open({ app, factory = () => indexedDB }: DeviceStoreOptions): Promise<DeviceStore> {
    try {
      const browser = factory();
      await browser.databases();
      return new DeviceStore(app, browser, { kind: 'browser' });
    } catch (error) {
      return new DeviceStore(app, null, { kind: 'memory', cause: nameOf(error) });
    }
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** The device of a wallet; `null` if there is none. @param wallet default: the current one */
  async load(wallet?: string): Promise<StoredDevice | null> {
    const id = wallet ?? (await this.#current());
    if (id === null) return null;
    return this.#memory.get(id) ?? this.#read<StoredDevice>(id);
  }

  /**
   * Stores a device. Never lowers the epoch or the number of the policy that was seen for its wallet, and keeps the log. Read `persistence` afterwards.
   * @param isCurrent makes its wallet the current one
   */
  async save(device: StoredDevice, isCurrent = true): Promise<void> {
    const { wallet } = device;
    const inMemory = this.#memory.get(wallet);
    const isStored = await this.#write(async (store) => {
      // In the same transaction: another tab may store it as well.
      const seen = inMemory ?? (await readDevice(store, wallet));
      await settled(store.put(withSeen(device, seen), wallet));
      if (isCurrent) await settled(store.put(wallet, CURRENT));
    });
    if (isStored) this.#memory.delete(wallet);
    else this.#memory.set(wallet, withSeen(device, inMemory ?? (await this.load(wallet))));
    if (isCurrent) this.#memoryCurrent = isStored ? null : wallet;
  }

  /**
   * Stores what was spent without a passkey, in the place of the former log, if the device is stored. The caller has continued that one, and lets no other
   * tab do the same meanwhile.
   * @param log `null`: forgets the former one
   */
  async saveLog(wallet: string, log: SpendLog | null): Promise<void> {
    const inMemory = this.#memory.get(wallet);
    const isStored =
      inMemory === undefined &&
      (await this.#exists()) &&
      (await this.#write(async (store) => {
        const seen = await readDevice(store, wallet);
        if (seen !== null) await settled(store.put(withLog(seen, log), wallet));
      }));
    const device = isStored ? null : await this.load(wallet);
    if (device !== null) this.#memory.set(wallet, withLog(device, log));
  }

  /** Makes a stored wallet the current one; another id, or `null`: none is. */
  async select(wallet: string | null): Promise<void> {
    const device = wallet === null ? null : await this.load(wallet);
    if (device !== null) return this.save(device);
    this.#memoryCurrent = null;
    if (await this.#exists()) await this.#write((store) => settled(store.delete(CURRENT)));
  }

  /**
   * Erases the device of a wallet.
   * @param wallet default: the current one
   * @returns names of what was there; `null` if the browser refused
   */
  async erase(wallet?: string): Promise<readonly (keyof StoredDevice)[] | null> {
    const current = await this.#current();
    const id = wallet ?? current;
    const device = id === null ? null : await this.load(id);
    if (id === null || device === null) return [];
    this.#memory.delete(id);
    for (const key of this.#memoryOperations.keys()) if (key.startsWith(`${id} `)) this.#memoryOperations.delete(key);
    if (this.#memoryCurrent === id) this.#memoryCurrent = null;
    try {
      if (this.#factory !== null && (await this.#exists())) {
        const left = await this.#run(this.#factory, 'readwrite', async (store) => {
          await settled(store.delete(id));
          for (const key of await operationKeysOf(store, id)) await settled(store.delete(key));
          if (current === id) await settled(store.delete(CURRENT));
          return (await settled(store.getAllKeys())).filter((key) => typeof key === 'string' && key !== CURRENT);
        });
        if (left.length === 0) await settled(this.#factory.deleteDatabase(databaseOf(this.#app)));
      }
    } catch {
      return null;
    }
    // The device is a plain object of these members.
    return Object.keys(device) as (keyof StoredDevice)[];
  }

  /** Operations that a wallet's smart account has sent, in no order. */
  async operations(wallet: string): Promise<readonly SentOperation[]> {
    const stored = await this.#attempt<readonly SentOperation[]>([], async (store) => {
      const operations: SentOperation[] = [];
      // Only `saveOperation` writes them.
      for (const key of await operationKeysOf(store, wallet)) operations.push(await settled<SentOperation>(store.get(key)));
      return operations;
    });
    const inMemory = [...this.#memoryOperations].filter(([key]) => key.startsWith(`${wallet} `)).map(([, operation]) => operation);
    return [...stored.filter(({ id }) => !this.#memoryOperations.has(`${wallet} ${id}`)), ...inMemory];
  }

  /** Remembers a sent operation, or what has become of it. */
  async saveOperation(wallet: string, operation: SentOperation): Promise<void> {
    const { id } = operation;
    const isStored = await this.#write((store) => settled(store.put(operation, [...operationKey(wallet, id)])));
    if (isStored) this.#memoryOperations.delete(`${wallet} ${id}`);
    else this.#memoryOperations.set(`${wallet} ${id}`, operation);
  }

  /** Forgets an operation. */
  async eraseOperation(wallet: string, id: string): Promise<void> {
    this.#memoryOperations.delete(`${wallet} ${id}`);
    if (await this.#exists()) await this.#write((store) => settled(store.delete([...operationKey(wallet, id)])));
  }

  async #current(): Promise<string | null> {
    return this.#memoryCurrent ?? this.#read<string>(CURRENT);
  }

  /** Reading must not create the database. */
  async #exists(): Promise<boolean> {
    const name = databaseOf(this.#app);
    return (await this.#factory?.databases())?.some((database) => database.name === name) === true;
  }

  #read<Value>(key: string): Promise<Value | null> {
    // Only `save` writes it.
    return this.#attempt<Value | null>(null, async (store) => (await settled(store.get(key))) ?? null);
  }

  /** Reads from the database; `none` if there is none, or the browser refuses. */
  async #attempt<Value>(none: Value, read: (store: IDBObjectStore) => Promise<Value>): Promise<Value> {
    if (this.#factory === null) return none;
    try {
      return (await this.#exists()) ? await this.#run(this.#factory, 'readonly', read) : none;
    } catch (error) {
      this.#persistence = { kind: 'memory', cause: nameOf(error) };
      return none;
    }
  }

  /** False if the browser refuses. */
  async #write(run: (store: IDBObjectStore) => Promise<unknown>): Promise<boolean> {
    if (this.#factory === null) return false;
    try {
      await this.#run(this.#factory, 'readwrite', run);
      this.#persistence = { kind: 'browser' };
      return true;
    } catch (error) {
      this.#persistence = { kind: 'memory', cause: nameOf(error) };
      return false;
    }
  }

  async #run<Result>(factory: IDBFactory, mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(factory, { name: databaseOf(this.#app), store: STORE });
    try {
      return await run(database.transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE));
    } finally {
      // At once, so that a tab that signs out can delete the database.
      database.close();
    }
  }
}
