import type { Logger } from '../../../application/ports/logger.port.js';
import type { RecordStore } from '../../../application/ports/record-store.port.js';
import { copied, failureLog } from '../storage-failure.js';
import { isStoredKey, openKey, storableKey } from '../stored-key.js';
import type { Records } from './record-folder.js';

/** Hides a record that the file system would not remove. */
const REMOVED = Symbol('removed');

/**
 * Records in a folder, shared by all processes that use it. What the file system does not take (no rights, full) is kept in
 * memory for this process, and the log says so once. A key that nobody can read cannot be written either: `claim` makes one
 * of its own of the same kind in its place. Never throws.
 */
export class FileRecordStore implements RecordStore {
  readonly #folder: Records;
  readonly #logFailure: (cause: unknown) => void;
  /** What the folder does not have. */
  readonly #memory = new Map<string, unknown>();
  #entered: ReturnType<Records['entries']> | null = null;
  #isDisposed = false;

  constructor(folder: Records, logger: Logger) {
    this.#folder = folder;
    this.#logFailure = failureLog(logger);
  }

  async list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const found = [...this.#found(prefix)].sort(([a], [b]) => (a < b ? -1 : 1));
    return Promise.all(found.map(async ([key, value]) => [key, await opened(value)] as const));
  }

  async keys(prefix: string): Promise<readonly string[]> {
    return this.#found(prefix).map(([key]) => key);
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
    this.#changed();
    // Where the folder takes nothing, the first of this process counts.
    if (this.#try(() => this.#folder.claim(key, own)) === undefined) this.#write(key, own);
    return opened(this.#read(key));
  }

  async remove(key: string): Promise<void> {
    if (this.#isDisposed) return;
    this.#changed();
    this.#memory.set(key, REMOVED);
    if (this.#did(() => this.#folder.remove(key))) this.#memory.delete(key);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#memory.clear();
  }

  #found(prefix: string): readonly (readonly [key: string, value: unknown])[] {
    if (this.#isDisposed) return [];
    const records = new Map([...this.#entries(), ...this.#memory]);
    return [...records].filter(([key, value]) => key.startsWith(prefix) && value !== REMOVED);
  }

  /** What is in the folder. Who asks in the same turn shares the answer: a start asks for many parts of it. */
  #entries(): ReturnType<Records['entries']> {
    if (this.#entered === null) queueMicrotask(() => this.#changed());
    this.#entered ??= this.#try(() => this.#folder.entries()) ?? [];
    return this.#entered;
  }

  #changed(): void {
    this.#entered = null;
  }

  #read(key: string): unknown {
    if (this.#isDisposed) return undefined;
    if (!this.#memory.has(key)) return this.#try(() => this.#folder.read(key));
    const value = this.#memory.get(key);
    return value === REMOVED ? undefined : value;
  }

  #write(key: string, value: unknown): void {
    if (this.#isDisposed) return;
    this.#changed();
    this.#memory.set(key, copied(value));
    if (this.#did(() => this.#folder.write(key, value))) this.#memory.delete(key);
    // What was there before is outdated and must not come back in the next process.
    else this.#did(() => this.#folder.remove(key));
  }

  #did(act: () => void): boolean {
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

/** What a caller gets: a copy of its own, and a key where one is stored. */
const opened = async (value: unknown): Promise<unknown> => (isStoredKey(value) ? openKey(value) : copied(value));
