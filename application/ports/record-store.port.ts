import { token } from '../shared/token.js';

/**
 * Persistent records by key: sessions, proposals, cryptographic keys. Values are structured-cloneable data, including `CryptoKey`.
 * Falls back to memory if the browser blocks persistence. Never throws.
 */
export interface RecordStore {
  /** Returns every record whose key starts with `prefix`. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Returns the keys that start with `prefix`, in any order. */
  keys(prefix: string): Promise<readonly string[]>;
  /** Returns `undefined` if there is no record. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /**
   * Stores a record unless there is one, and returns the stored one: the same for all tabs that call it at the same time.
   * A store that cannot persist a non-extractable `CryptoKey` stores its own key instead.
   */
  claim(key: string, value: unknown): Promise<unknown>;
  remove(key: string): Promise<void>;
  dispose(): void;
}

/** Token of the record store port. Default: IndexedDB, loaded on first use. */
export const RECORD_STORE = token<RecordStore>('RecordStore');
