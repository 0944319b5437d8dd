import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { fromStorable, toStorable } from './storable-value.js';
import { failureLog } from './storage-failure.js';
import { storableKey } from './stored-key.js';

/** Marks a record that could not be deleted. */
const REMOVED = Symbol('removed');

/**
 * Records in a storage supplied by the app. Failed writes are kept in memory for this page, and the first failure is logged. Keys are not
 * stored as non-extractable: anyone who can read the storage can use its sessions, as with an official client. Never throws.
 */
export class KeyValueRecordStore implements RecordStore {
  readonly #storage: KeyValueStorage;
  readonly #logFailure: (cause: unknown) => void;
  /** Writes that failed or are pending. */
  readonly #fallback = new Map<string, unknown>();
  /** Pending claims by key: the first in this page wins. */
  readonly #claims = new Map<string, Promise<unknown>>();
  #listing: Promise<readonly string[]> | null = null;
  #isDisposed = false;

  /** @param logger `null` to log no failures */
  constructor(storage: KeyValueStorage, logger: Logger | null) {
    this.#storage = storage;
    this.#logFailure = failureLog(logger);
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const [suffixes, start] = [(await this.#suffixesOf(prefix)).sort(), nameOf(prefix)];
    const values = await Promise.all(suffixes.map((rest) => this.#find(prefix + rest, UNESCAPED.test(rest) ? start + rest : undefined)));
    const entries: (readonly [key: string, value: unknown])[] = [];
    for (const [index, rest] of suffixes.entries()) if (values[index] !== undefined) entries.push([prefix + rest, values[index]]);
    return entries;
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return (await this.#suffixesOf(prefix)).map((rest) => prefix + rest);
  }

  get(key: string): Promise<unknown> {
    return this.#find(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    if (this.#isDisposed) return;
    const storable = toStorable(value);
    this.#fallback.set(key, storable);
    this.#listing = null;
    const done = await this.#try(async () => {
      await this.#storage.setItem(nameOf(key), storable);
      return true;
    });
    // The previous value is outdated and must not reappear after a reload.
    if (done !== true) await this.#try(() => this.#storage.removeItem(nameOf(key)));
    else if (this.#fallback.get(key) === storable) this.#fallback.delete(key);
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
    this.#fallback.set(key, REMOVED);
    const done = await this.#try(async () => {
      await this.#storage.removeItem(nameOf(key));
      return true;
    });
    if (done === true && this.#fallback.get(key) === REMOVED) this.#fallback.delete(key);
    this.#listing = null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#fallback.clear();
  }

  /** The suffixes of keys with a prefix, in any order. Optimized for thousands of names, few of which match. */
  async #suffixesOf(prefix: string): Promise<string[]> {
    if (this.#isDisposed) return [];
    const start = nameOf(prefix);
    // Names share long prefixes: comparing a character near the end of the prefix first is faster.
    const [at, end] = [start.length - 2, start.charCodeAt(start.length - 2)];
    const suffixes: string[] = [];
    for (const name of await this.#names()) {
      if ((at >= 0 && name.charCodeAt(at) !== end) || !name.startsWith(start)) continue;
      const suffix = name.slice(start.length);
      const own = UNESCAPED.test(suffix) ? suffix : keyOf(name)?.slice(prefix.length);
      if (own !== undefined) suffixes.push(own);
    }
    const own = [...this.#fallback].filter(([key]) => key.startsWith(prefix));
    if (own.length === 0) return suffixes;
    const suffixSet = new Set(suffixes);
    for (const [key, value] of own) {
      if (value === REMOVED) suffixSet.delete(key.slice(prefix.length));
      else suffixSet.add(key.slice(prefix.length));
    }
    return [...suffixSet];
  }

  /** Reads a record. @param name its storage name, if known */
  async #find(key: string, name?: string): Promise<unknown> {
    if (this.#isDisposed) return undefined;
    const cached = this.#fallback.get(key);
    if (cached !== undefined) return cached === REMOVED ? undefined : fromStorable(cached);
    try {
      const stored = await this.#storage.getItem(name ?? nameOf(key));
      const value = stored === undefined || stored === null ? undefined : fromStorable(stored);
      // Awaited here to catch a corrupt key.
      return value instanceof Promise ? await value : value;
    } catch (cause) {
      this.#fail(cause);
      return undefined;
    }
  }

  /** All names in the storage. Concurrent callers share one read until the next write. */
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

/** Characters that are the same in a key and in its name. */
const UNESCAPED = /^[\w.!~*'()-]*$/;

/** Storage name of a key. Slashes are replaced, since many storages treat them as separators. */
const nameOf = (key: string): string => key.split('/').map(encodeURIComponent).join(':');

/** The key of a storage name; `null` for a name of another client. */
const keyOf = (name: string): string | null => {
  try {
    const key = name.split(':').map(decodeURIComponent).join('/');
    return nameOf(key) === name ? key : null;
  } catch {
    return null;
  }
};
