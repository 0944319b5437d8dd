/** Options of {@link IdleLock}. */
export interface IdleLockOptions {
  /** Erases the keys: `worker.request('wipe', {})`. */
  readonly lock: () => void;
  /** Milliseconds that also pass while the device sleeps. Default: `Date.now`. */
  readonly now?: () => number;
}

/** Locks the wallet when it was not used for a time that the user has set. */
export class IdleLock {
  readonly #lock: () => void;
  readonly #now: () => number;
  #idleMs: number | null = null;
  #usedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ lock, now = Date.now }: IdleLockOptions) {
    this.#lock = lock;
    this.#now = now;
  }

  /** Begins to count. @param idleMs `null`: never locks */
  start(idleMs: number | null): void {
    this.#idleMs = idleMs;
    this.#usedAt = this.#now();
    this.#schedule();
  }

  /**
   * Call it before each use of keys by the user, not for reads of the app, which could keep the wallet unlocked for ever.
   * @returns false if the time has passed, and the wallet is locked: timers are late where the device slept
   */
  use(): boolean {
    if (this.#idleMs === null) return true;
    if (this.#now() - this.#usedAt >= this.#idleMs) {
      this.stop();
      this.#lock();
      return false;
    }
    this.#usedAt = this.#now();
    this.#schedule();
    return true;
  }

  /** Stops counting: the wallet is locked, or the user has signed out. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#idleMs = null;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#idleMs !== null) this.#timer = setTimeout(() => this.use(), Math.max(0, this.#usedAt + this.#idleMs - this.#now()));
  }
}
