import type { Observable } from 'rxjs';
import { token } from '../shared/token.js';

/** Small texts that survive a reload. Synchronous, so that the first paint can already know what is stored. Never throws. */
export interface Storage {
  /** `memory` when the browser keeps nothing: blocked, full or absent. */
  readonly durability$: Observable<'persistent' | 'memory'>;
  /** `null` when nothing, or an empty text, is stored. */
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Changes made by other tabs; those made while the page was put aside (back/forward cache) come when it is shown again. */
  readonly changes$: Observable<{ readonly key: string; readonly value: string | null }>;
}

/** Token of the storage port. */
export const STORAGE = token<Storage>('Storage');
