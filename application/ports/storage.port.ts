import type { Observable } from 'rxjs';
import { token } from '../shared/token.js';

/** Persistent texts by key. Synchronous, so that stored values are available for the first paint. Never throws. */
export interface Storage {
  /** `memory` if the browser's storage is blocked, full or missing. */
  readonly durability$: Observable<'persistent' | 'memory'>;
  /** Returns `null` if nothing, or an empty text, is stored. */
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Changes made by other tabs. Those made while the web page is in the back/forward cache are emitted when it is restored. */
  readonly changes$: Observable<{ readonly key: string; readonly value: string | null }>;
}

/** Token of the storage port. */
export const STORAGE = token<Storage>('Storage');
