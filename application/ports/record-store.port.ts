import { token } from '../shared/token.js';

/**
 * Records that outlive the page, each by itself under its own key: sessions, proposals, keys. Values are structured data
 * (`CryptoKey` included). Falls back to memory where the browser keeps nothing. Never throws.
 */
export interface RecordStore {
  /** Every record whose key begins with `prefix`. */
  list(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** `undefined` when there is none. */
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
  dispose(): void;
}

/** Token of the record store port. */
export const RECORD_STORE = token<RecordStore>('RecordStore');
