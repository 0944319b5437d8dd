/** What a device stores. The keys of the wallet are not among it. */
export interface StoredDevice {
  readonly wallet: string;
  readonly device: string;
  /** ECDSA P-256; its private key cannot be exported. */
  readonly key: CryptoKeyPair;
  /** The device's secret: 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Highest epoch that this device has opened. */
  readonly seenEpoch: number;
  /** Token of the session; `null` if there is none. */
  readonly token: string | null;
  /** Copies of vault and wraps, as JSON, for when the server is gone. */
  readonly vault: string;
  readonly wraps: string;
}

/** Where a device is stored. */
export type Persistence =
  | { readonly kind: 'browser' }
  /** Until the document is closed. `cause`: name of the browser's error, such as `SecurityError` or `DataCloneError`. */
  | { readonly kind: 'memory'; readonly cause: string };

const DATABASE = 'latchkey';
const STORE = 'device';
const KEY = 'current';

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new DOMException('No reason', 'UnknownError')));
  });

const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : 'UnknownError');

/**
 * The device of a frame's partition of the browser's storage. Where the browser refuses to store it, it is in memory only, and `persistence`
 * says so: tell the user.
 */
export class DeviceStore {
  readonly #factory: IDBFactory | null;
  #persistence: Persistence;
  #memory: StoredDevice | null = null;

  private constructor(factory: IDBFactory | null, persistence: Persistence) {
    this.#factory = factory;
    this.#persistence = persistence;
  }

  /** @param factory returns the browser's IndexedDB; browsers throw in its getter where storage is denied */
  static async open(factory: () => IDBFactory = () => indexedDB): Promise<DeviceStore> {
    try {
      const browser = factory();
      (await openDatabase(browser)).close();
      return new DeviceStore(browser, { kind: 'browser' });
    } catch (error) {
      return new DeviceStore(null, { kind: 'memory', cause: nameOf(error) });
    }
  }

  get persistence(): Persistence {
    return this.#persistence;
  }

  /** The stored device; `null` if there is none. */
  async load(): Promise<StoredDevice | null> {
    if (this.#memory !== null || this.#factory === null) return this.#memory;
    // Only `save` writes it.
    return this.#run<StoredDevice | null>(this.#factory, 'readonly', async (store) => (await settled(store.get(KEY))) ?? null).catch(
      (error: unknown) => {
        this.#persistence = { kind: 'memory', cause: nameOf(error) };
        return null;
      },
    );
  }

  /** Stores a device. Never lowers the epoch that was seen for its wallet. Read `persistence` afterwards. */
  async save(device: StoredDevice): Promise<void> {
    const seen = await this.load();
    const seenEpoch = seen?.wallet === device.wallet ? Math.max(seen.seenEpoch, device.seenEpoch) : device.seenEpoch;
    const stored = { ...device, seenEpoch };
    try {
      if (this.#factory === null) this.#memory = stored;
      else await this.#run(this.#factory, 'readwrite', (store) => settled(store.put(stored, KEY)));
    } catch (error) {
      this.#memory = stored;
      this.#persistence = { kind: 'memory', cause: nameOf(error) };
    }
  }

  /** Erases the device. @returns names of what was there; `null` if the browser refused */
  async erase(): Promise<readonly (keyof StoredDevice)[] | null> {
    const device = await this.load();
    this.#memory?.secret.fill(0);
    this.#memory = null;
    try {
      if (this.#factory !== null) await settled(this.#factory.deleteDatabase(DATABASE));
    } catch {
      return null;
    }
    // The device is a plain object of these members.
    return device === null ? [] : (Object.keys(device) as (keyof StoredDevice)[]);
  }

  async #run<Result>(factory: IDBFactory, mode: IDBTransactionMode, run: (store: IDBObjectStore) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(factory);
    try {
      return await run(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  }
}

const openDatabase = async (factory: IDBFactory): Promise<IDBDatabase> => {
  const request = factory.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return settled(request);
};
