import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { fromStorable, toStorable } from './storable-value.js';
import { failureLog } from './storage-failure.js';
import { storableKey } from './stored-key.js';

/** Hides a record that the host's storage did not remove. */
const REMOVED = Symbol('removed');

/**
 * Records in a storage of the host. What it does not take is kept in memory for this page, and the log says so once. It knows no keys that
 * nobody can read: whoever reads the storage can use the sessions in it, as with an official client. Never throws.
 */
export class KeyValueRecordStore implements RecordStore {
  readonly #storage: KeyValueStorage;
  readonly #logFailure: (cause: unknown) => void;
  /** What the storage does not have. */
  readonly #memory = new Map<string, unknown>();
  /** Records that are being claimed: the first of this page counts. */
  readonly #claims = new Map<string, Promise<unknown>>();
  #listing: Promise<readonly string[]> | null = null;
  #isDisposed = false;

  /** @param logger `null` where nobody is to be told that nothing is kept */
  constructor(storage: KeyValueStorage, logger: Logger | null) {
    this.#storage = storage;
    this.#logFailure = failureLog(logger);
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const [rests, start] = [(await this.#restsOf(prefix)).sort(), nameOf(prefix)];
    const values = await Promise.all(rests.map((rest) => this.#find(prefix + rest, AS_IT_IS.test(rest) ? start + rest : undefined)));
    const found: (readonly [key: string, value: unknown])[] = [];
    for (const [index, rest] of rests.entries()) if (values[index] !== undefined) found.push([prefix + rest, values[index]]);
    return found;
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return (await this.#restsOf(prefix)).map((rest) => prefix + rest);
  }

  get(key: string): Promise<unknown> {
    return this.#find(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    if (this.#isDisposed) return;
    const storable = toStorable(value);
    this.#memory.set(key, storable);
    this.#listing = null;
    const done = await this.#try(async () => {
      await this.#storage.setItem(nameOf(key), storable);
      return true;
    });
    // What was there before is outdated and must not come back on the next page.
    if (done !== true) await this.#try(() => this.#storage.removeItem(nameOf(key)));
    else if (this.#memory.get(key) === storable) this.#memory.delete(key);
    this.#listing = null;
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
    this.#listing = null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#memory.clear();
  }

  /** What follows on a prefix in the keys that begin with it, in any order. There may be thousands of names, of which few need more than a look. */
  async #restsOf(prefix: string): Promise<string[]> {
    if (this.#isDisposed) return [];
    const start = nameOf(prefix);
    // Names begin alike for long: the end of the prefix tells them apart sooner.
    const [at, end] = [start.length - 2, start.charCodeAt(start.length - 2)];
    const rests: string[] = [];
    for (const name of await this.#names()) {
      if ((at >= 0 && name.charCodeAt(at) !== end) || !name.startsWith(start)) continue;
      const rest = name.slice(start.length);
      const own = AS_IT_IS.test(rest) ? rest : keyOf(name)?.slice(prefix.length);
      if (own !== undefined) rests.push(own);
    }
    const own = [...this.#memory].filter(([key]) => key.startsWith(prefix));
    if (own.length === 0) return rests;
    const known = new Set(rests);
    for (const [key, value] of own) {
      if (value === REMOVED) known.delete(key.slice(prefix.length));
      else known.add(key.slice(prefix.length));
    }
    return [...known];
  }

  /** A record. @param name what it is called in the storage, where that is known */
  async #find(key: string, name?: string): Promise<unknown> {
    if (this.#isDisposed) return undefined;
    const kept = this.#memory.get(key);
    if (kept !== undefined) return kept === REMOVED ? undefined : fromStorable(kept);
    try {
      const stored = await this.#storage.getItem(name ?? nameOf(key));
      const value = stored === undefined || stored === null ? undefined : fromStorable(stored);
      // Waited for here: a key may be damaged.
      return value instanceof Promise ? await value : value;
    } catch (cause) {
      this.#fail(cause);
      return undefined;
    }
  }

  /** The names of everything in the storage. Who asks while nothing was written shares the answer. */
  #names(): Promise<readonly string[]> {
    const names = this.#listing ?? this.#try(() => this.#storage.getKeys()).then((found) => found ?? []);
    this.#listing = names;
    void names.then(() => {
      if (this.#listing === names) this.#listing = null;
    });
    return names;
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
      this.#fail(cause);
      return undefined;
    }
  }

  #fail(cause: unknown): void {
    if (!this.#isDisposed) this.#logFailure(cause);
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
