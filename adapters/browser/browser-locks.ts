import type { Locks } from '../../application/ports/locks.port.js';
import { MutexLocks } from '../../application/shared/mutex-locks.js';

/** The member of the page's `LockManager` that is used. */
export interface LockRequester {
  request<Result>(name: string, options: { readonly signal: AbortSignal }, action: () => Promise<Result>): Promise<Result>;
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

  async run<Result>(name: string, action: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const manager = this.#manager;
    if (manager === undefined) return this.#fallback.run(name, action, signal);
    let isStarted = false;
    const start = (): Promise<Result> => {
      isStarted = true;
      return action();
    };
    try {
      return await manager.request(`@latchkey/${name}`, { signal }, start);
    } catch (error) {
      if (isStarted) throw error;
      signal.throwIfAborted();
      // The API is blocked, e.g. in a sandboxed frame, whose storage is not shared either.
      return this.#fallback.run(name, action, signal);
    }
  }
}
