import { token } from '../shared/token.js';

/** Exclusive locks by name, shared by all tabs of the site. A lock is released when its tab is closed. */
export interface Locks {
  /**
   * Runs an action while it holds the lock; other actions with the name wait, in their order. An abort rejects with the signal's reason while
   * it waits, and does nothing once the action runs.
   * @param onWait called once if the lock is not free
   */
  run<Result>(name: string, action: () => Promise<Result>, signal: AbortSignal, onWait?: () => void): Promise<Result>;
}

/** Token of the locks port. */
export const LOCKS = token<Locks>('Locks');
