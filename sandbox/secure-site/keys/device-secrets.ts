import { openDatabase, settled } from '../protocol/indexed-db.js';

/** Highest epoch and policy that devices of a wallet have opened. They open nothing older. */
export interface SeenVault {
  /** Highest epoch. */
  readonly epoch: number;
  /** Highest number of a policy. */
  readonly policy: number;
}

/** Record of a device. */
interface StoredSecret extends SeenVault {
  readonly wallet: string;
  /** 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** Nothing yet. */
export const UNSEEN: SeenVault = { epoch: 0, policy: 0 };

const DATABASE = 'latchkey-keys';
const STORE = 'devices';

const higher = (one: SeenVault, other: SeenVault): SeenVault => ({
  epoch: Math.max(one.epoch, other.epoch),
  policy: Math.max(one.policy, other.policy),
});

/** As browsers name it: Chromium denies in the request, with `UnknownError`. */
const DENIED: readonly string[] = ['SecurityError', 'UnknownError'];

/** Records by the id of the device. */
interface Records {
  readonly all: () => Promise<readonly (readonly [device: string, stored: StoredSecret])[]>;
  readonly put: (device: string, stored: StoredSecret) => Promise<void>;
  readonly delete: (device: string) => Promise<void>;
}

/**
 * The secrets of this browser's devices, and what the devices have opened. They are stored on the origin of the keys, whose storage no other document
 * can read. Where storage is denied, they are in memory only.
 */
export class DeviceSecrets {
  readonly #factory: (() => IDBFactory) | null;
  readonly #memory = new Map<string, StoredSecret>();
  #isDenied = false;

  /** @param factory returns the browser's IndexedDB; browsers throw in its getter where storage is denied. `null`: memory only */
  constructor(factory: (() => IDBFactory) | null) {
    this.#factory = factory;
  }

  /** Tests that the browser stores secrets: else they are in memory only. */
  async canStore(): Promise<boolean> {
    await this.#read(async () => undefined);
    return !this.#isDenied;
  }

  /** A copy of the secret of a wallet's device; `null` if there is none. The caller erases it. @throws DOMException if it cannot be read */
  async secret(device: string, wallet: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const found = (await this.#all()).find(([id, stored]) => id === device && stored.wallet === wallet);
    return found?.[1].secret.slice() ?? null;
  }

  /** Returns the highest epoch and policy of a wallet's devices; `null` without a device. @throws DOMException if it cannot be read */
  async seen(wallet: string): Promise<SeenVault | null> {
    const devices = (await this.#all()).flatMap(([, stored]) => (stored.wallet === wallet ? [stored] : []));
    return devices.length === 0 ? null : devices.reduce(higher, UNSEEN);
  }

  /**
   * Stores the secret of a device that may open nothing older than what was seen.
   * @returns false if it has a secret, which stays
   * @throws DOMException if it cannot be read or stored
   */
  add(
    device: string,
    { wallet, secret, seen }: { readonly wallet: string; readonly secret: Uint8Array; readonly seen: SeenVault },
  ): Promise<boolean> {
    return this.#write(async (records) => {
      const all = await records.all();
      if (all.some(([id]) => id === device)) return false;
      const floor = all.flatMap(([, stored]) => (stored.wallet === wallet ? [stored] : [])).reduce(higher, seen);
      await records.put(device, { wallet, secret: new Uint8Array(secret), ...floor });
      return true;
    });
  }

  /** Remembers what the devices of a wallet have opened. Never lowers it. @throws DOMException if it cannot be stored */
  see(wallet: string, seen: SeenVault): Promise<void> {
    return this.#write(async (records) => {
      for (const [device, stored] of await records.all())
        if (stored.wallet === wallet) await records.put(device, { ...stored, ...higher(stored, seen) });
    });
  }

  /** Erases the secret of a device. @throws DOMException if it cannot be erased */
  erase(device: string): Promise<void> {
    return this.#write((records) => records.delete(device));
  }

  #all(): ReturnType<Records['all']> {
    return this.#read((records) => records.all());
  }

  #read<Result>(run: (records: Records) => Promise<Result>): Promise<Result> {
    return this.#run('readonly', run);
  }

  #write<Result>(run: (records: Records) => Promise<Result>): Promise<Result> {
    return this.#run('readwrite', run);
  }

  /** Runs in one transaction: workers of other tabs have the same storage. */
  async #run<Result>(mode: IDBTransactionMode, run: (records: Records) => Promise<Result>): Promise<Result> {
    const database = await this.#open();
    if (database === null) return run(this.#recordsInMemory());
    try {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const committed = new Promise<void>((resolve, reject) => {
        transaction.addEventListener('complete', () => resolve());
        transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('No reason', 'AbortError')));
      });
      // It is awaited below, unless the task fails before.
      committed.catch(() => undefined);
      const store = transaction.objectStore(STORE);
      const result = await run({
        all: async () => {
          const devices = await settled(store.getAllKeys());
          // Only this class writes them.
          return Promise.all(devices.map(async (device) => [String(device), await settled<StoredSecret>(store.get(device))] as const));
        },
        put: async (device, stored) => void (await settled(store.put(stored, device))),
        delete: async (device) => void (await settled(store.delete(device))),
      });
      // A write counts once it is committed: the browser may still refuse it.
      await committed;
      return result;
    } finally {
      database.close();
    }
  }

  /** `null`: there is no storage. @throws DOMException */
  async #open(): Promise<IDBDatabase | null> {
    if (this.#factory === null || this.#isDenied) return null;
    try {
      return await openDatabase(this.#factory(), { name: DATABASE, store: STORE });
    } catch (error) {
      if (!(error instanceof DOMException && DENIED.includes(error.name))) throw error;
      this.#isDenied = true;
      return null;
    }
  }

  #recordsInMemory(): Records {
    return {
      all: async () => [...this.#memory],
      put: async (device, stored) => void this.#memory.set(device, stored),
      delete: async (device) => {
        this.#memory.get(device)?.secret.fill(0);
        this.#memory.delete(device);
      },
    };
  }
}
