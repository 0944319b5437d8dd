import { token } from '../shared/token.js';

/**
 * Records that outlive the page, each by itself under its own key: sessions, proposals, keys. Values are structured data
 * (`CryptoKey` included). Falls back to memory where the browser keeps nothing. Never throws.
 */
export interface RecordStore {
  /** Every record whose key begins with `prefix`. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** The key of every record whose key begins with `prefix`, in any order. */
  keys(prefix: string): Promise<readonly string[]>;
  /** `undefined` when there is none. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /**
   * Stores a record where there is none, and gives back the one that is there then: one and the same for all tabs that ask at
   * once. In the place of a `CryptoKey` that nobody can read, a store that cannot keep such a one keeps one of its own.
   */
  claim(key: string, value: unknown): Promise<unknown>;
  remove(key: string): Promise<void>;
  dispose(): void;
}

/** Token of the record store port. Default: the browser's IndexedDB, loaded with who needs it. */
export const RECORD_STORE = token<RecordStore>('RecordStore');
