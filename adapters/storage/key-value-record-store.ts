import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { fromStorable, toStorable } from './storable-value.js';
import { storableKey } from './stored-key.js';

/** Hides a record that the host's storage did not remove. */
const REMOVED = Symbol('removed');

/**
 * Records in a storage of the host. What it does not take is kept in memory for this page, and the log says so once. It knows no keys that
 * nobody can read: whoever reads the storage can use the sessions in it, as with an official client. Never throws.
 */
export class KeyValueRecordStore implements RecordStore {
  readonly #storage: KeyValueStorage;
  readonly #logger: Logger | null;
  /** What the storage does not have. */
  readonly #memory = new Map<string, unknown>();
  /** Records that are being claimed: the first of this page counts. */
  readonly #claims = new Map<string, Promise<unknown>>();
  #isDisposed = false;
  #said = false;

  /** @param logger `null` where nobody is to be told that nothing is kept */
  constructor(storage: KeyValueStorage, logger: Logger | null) {
    this.#storage = storage;
    this.#logger = logger;
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const keys = [...(await this.keys(prefix))].sort();
    const values = await Promise.all(keys.map((key) => this.get(key)));
    return keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]] as const]));
  }

  async keys(prefix: string): Promise<readonly string[]> {
    if (this.#isDisposed) return [];
    const start = nameOf(prefix);
    const names = (await this.#try(() => this.#storage.getKeys())) ?? [];
    const keys = new Set<string>();
    for (const name of names) {
      if (!name.startsWith(start)) continue;
      const rest = name.slice(start.length);
      // Of thousands of names few need more than a look.
      const key = AS_IT_IS.test(rest) ? prefix + rest : keyOf(name);
      if (key !== null) keys.add(key);
    }
    for (const [key, value] of this.#memory) {
      if (value === REMOVED) keys.delete(key);
      else if (key.startsWith(prefix)) keys.add(key);
    }
    return [...keys];
  }

  async get(key: string): Promise<unknown> {
    if (this.#isDisposed) return undefined;
    const kept = this.#memory.get(key);
    if (kept !== undefined) return kept === REMOVED ? undefined : fromStorable(kept);
    return this.#try(async () => {
      const value = await this.#storage.getItem(nameOf(key));
      return value === undefined || value === null ? undefined : fromStorable(value);
    });
  }

  async set(key: string, value: unknown): Promise<void> {
    if (this.#isDisposed) return;
    const storable = toStorable(value);
    this.#memory.set(key, storable);
    const done = await this.#try(async () => {
      await this.#storage.setItem(nameOf(key), storable);
      return true;
    });
    // What was there before is outdated and must not come back on the next page.
    if (done !== true) await this.#try(() => this.#storage.removeItem(nameOf(key)));
    else if (this.#memory.get(key) === storable) this.#memory.delete(key);
  }

  claim(key: string, value: unknown): Promise<unknown> {
    const before = this.#claims.get(key) ?? Promise.resolve();
    const claiming = before.then(() => this.#claim(key, value));
    this.#claims.set(key, claiming);
    void claiming.then(() => {
      if (this.#claims.get(key) === claiming) this.#claims.delete(key);
    });
    return claiming;
  }

  async remove(key: string): Promise<void> {
    if (this.#isDisposed) return;
    this.#memory.set(key, REMOVED);
    const done = await this.#try(async () => {
      await this.#storage.removeItem(nameOf(key));
      return true;
    });
    if (done === true && this.#memory.get(key) === REMOVED) this.#memory.delete(key);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#memory.clear();
  }

  async #claim(key: string, value: unknown): Promise<unknown> {
    const found = await this.get(key);
    if (found !== undefined || this.#isDisposed) return found;
    await this.set(key, typeof CryptoKey !== 'undefined' && value instanceof CryptoKey ? await storableKey(value) : value);
    return this.get(key);
  }

  async #try<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await act();
    } catch (cause) {
      if (!this.#said && !this.#isDisposed) {
        const error = new LatchkeyError('storage/unavailable', { reason: (cause as Error | null)?.name ?? 'unknown' }, { cause });
        this.#logger?.error(error.message, error);
      }
      this.#said = true;
      return undefined;
    }
  }
}

/** What is spelled the same in a key and in its name. */
const AS_IT_IS = /^[\w.!~*'()-]*$/;

/** What a record is called in the storage. Many storages of hosts take a slash for a colon, or for a folder. */
const nameOf = (key: string): string => key.split('/').map(encodeURIComponent).join(':');

/** The key that a name stands for; `null` for one of somebody else. */
const keyOf = (name: string): string | null => {
  try {
    const key = name.split(':').map(decodeURIComponent).join('/');
    return nameOf(key) === name ? key : null;
  } catch {
    return null;
  }
};
