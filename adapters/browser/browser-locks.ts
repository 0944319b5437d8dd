import type { Locks } from '../../application/ports/locks.port.js';
import { MutexLocks } from '../../application/shared/mutex-locks.js';

/** The member of the page's `LockManager` that is used. */
export interface LockRequester {
  /** With `ifAvailable`, `action` is called with `null` at once if the lock is not free. */
  request<Result>(
    name: string,
    options: { readonly signal: AbortSignal } | { readonly ifAvailable: true },
    action: (lock: object | null) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Locks of the Web Locks API; within the page where it is missing: on insecure origins and in Node.
 * @see https://w3c.github.io/web-locks/
 */
export class BrowserLocks implements Locks {
  readonly #manager: LockRequester | undefined;
  readonly #fallback = new MutexLocks();

  constructor(manager: LockRequester | undefined) {
    this.#manager = manager;
  }

  async run<Result>(name: string, action: () => Promise<Result>, signal: AbortSignal, onWait?: () => void): Promise<Result> {
    signal.throwIfAborted();
    const manager = this.#manager;
    if (manager === undefined) return this.#fallback.run(name, action, signal, onWait);
    const lockName = `@latchkey/${name}`;
    let isStarted = false;
    const start = async (): Promise<Result> => {
      signal.throwIfAborted();
      isStarted = true;
      return action();
    };
    try {
      if (onWait !== undefined) {
        // The API rejects a signal together with `ifAvailable`.
        const startIfFree = async (lock: object | null) => (lock === null ? null : { result: await start() });
        const attempt = await manager.request(lockName, { ifAvailable: true }, startIfFree);
        if (attempt !== null) return attempt.result;
        onWait();
      }
      return await manager.request(lockName, { signal }, start);
    } catch (error) {
      if (isStarted) throw error;
      signal.throwIfAborted();
      // The API is blocked, e.g. in a sandboxed frame, whose storage is not shared either.
      return this.#fallback.run(name, action, signal, onWait);
    }
  }
}
