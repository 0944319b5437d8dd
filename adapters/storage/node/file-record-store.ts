import type { Logger } from '../../../application/ports/logger.port.js';
import type { RecordStore } from '../../../application/ports/record-store.port.js';
import { copied, failureLog } from '../storage-failure.js';
import { isStoredKey, openKey, storableKey } from '../stored-key.js';
import type { Records } from './record-folder.js';

/** Marks a record that could not be deleted. */
const REMOVED = Symbol('removed');

/**
 * Records in a folder, shared by all processes that use it. Writes that fail (permissions, disk full) are kept in memory for this process,
 * and the first failure is logged. A non-extractable key cannot be stored: `claim` stores a newly generated one of the same kind instead.
 * Never throws.
 */
export class FileRecordStore implements RecordStore {
  readonly #folder: Records;
  readonly #logFailure: (cause: unknown) => void;
  /** Writes that failed. */
  readonly #fallback = new Map<string, unknown>();
  #entriesCache: ReturnType<Records['entries']> | null = null;
  #isDisposed = false;

  constructor(folder: Records, logger: Logger) {
    this.#folder = folder;
    this.#logFailure = failureLog(logger);
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const found = [...this.#matching(prefix)].sort(([a], [b]) => (a < b ? -1 : 1));
    return Promise.all(found.map(async ([key, value]) => [key, await opened(value)] as const));
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return this.#matching(prefix).map(([key]) => key);
  }

  async get(key: string): Promise<unknown> {
    return opened(this.#read(key));
  }

  async set(key: string, value: unknown): Promise<void> {
    this.#write(key, value);
  }

  async claim(key: string, value: unknown): Promise<unknown> {
    const own = value instanceof CryptoKey ? await storableKey(value) : value;
    const found = this.#read(key);
    if (found !== undefined || this.#isDisposed) return opened(found);
    this.#invalidate();
    // If the folder cannot be written, the first claim in this process wins.
    if (this.#try(() => this.#folder.claim(key, own)) === undefined) this.#write(key, own);
    return opened(this.#read(key));
  }

  async remove(key: string): Promise<void> {
    if (this.#isDisposed) return;
    this.#invalidate();
    this.#fallback.set(key, REMOVED);
    if (this.#trySucceeds(() => this.#folder.remove(key))) this.#fallback.delete(key);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#fallback.clear();
  }

  #matching(prefix: string): readonly (readonly [key: string, value: unknown])[] {
    if (this.#isDisposed) return [];
    const records = new Map([...this.#entries(), ...this.#fallback]);
    return [...records].filter(([key, value]) => key.startsWith(prefix) && value !== REMOVED);
  }

  /** All entries of the folder, cached for the current tick: startup reads many of them. */
  #entries(): ReturnType<Records['entries']> {
    if (this.#entriesCache === null) queueMicrotask(() => this.#invalidate());
    this.#entriesCache ??= this.#try(() => this.#folder.entries()) ?? [];
    return this.#entriesCache;
  }

  #invalidate(): void {
    this.#entriesCache = null;
  }

  #read(key: string): unknown {
    if (this.#isDisposed) return undefined;
    if (!this.#fallback.has(key)) return this.#try(() => this.#folder.read(key));
    const value = this.#fallback.get(key);
    return value === REMOVED ? undefined : value;
  }

  #write(key: string, value: unknown): void {
    if (this.#isDisposed) return;
    this.#invalidate();
    this.#fallback.set(key, copied(value));
    if (this.#trySucceeds(() => this.#folder.write(key, value))) this.#fallback.delete(key);
    // The previous value is outdated and must not reappear in the next process.
    else this.#trySucceeds(() => this.#folder.remove(key));
  }

  #trySucceeds(act: () => void): boolean {
    return (
      this.#try(() => {
        act();
        return true;
      }) === true
    );
  }

  #try<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (cause) {
      this.#logFailure(cause);
      return undefined;
    }
  }
}

/** Value for a caller: a copy, or an imported key. */
const opened = async (value: unknown): Promise<unknown> => (isStoredKey(value) ? openKey(value) : copied(value));
