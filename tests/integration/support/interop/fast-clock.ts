import { vi } from 'vitest';

/** WebCrypto methods, which run on other threads. */
const CRYPTO_METHODS = [
  'encrypt',
  'decrypt',
  'generateKey',
  'importKey',
  'exportKey',
  'sign',
  'verify',
  'digest',
  'deriveBits',
  'deriveKey',
] as const;

/** Counts pending WebCrypto operations. */
class PendingCrypto {
  #count = 0;
  readonly #subtle = crypto.subtle;

  constructor() {
    for (const name of CRYPTO_METHODS) {
      const method: (...args: never[]) => Promise<unknown> = Reflect.get(this.#subtle, name).bind(this.#subtle);
      const counted = (...args: never[]): Promise<unknown> => {
        this.#count += 1;
        return method(...args).finally(() => {
          this.#count -= 1;
        });
      };
      Object.defineProperty(this.#subtle, name, { value: counted, configurable: true });
    }
  }

  get count(): number {
    return this.#count;
  }

  /** Restores the methods of the prototype. */
  release(): void {
    for (const name of CRYPTO_METHODS) Reflect.deleteProperty(this.#subtle, name);
  }
}

/** The original function, saved before it is mocked. */
const { setImmediate: nextTurn } = globalThis;

/** Turns of the event loop after which all in-memory messages were delivered and responded to, unless a timer is pending. */
const IDLE_TURNS = 4;

/** Step of the clock while two clients communicate. */
const STEP_MS = 5;

/**
 * Fake clock for the relay and every client of a test: timers and date. It advances only when nothing is pending, so that a slow machine
 * causes no timeouts: all parties run in one process with in-memory networks, and WebCrypto is awaited. Modules must be loaded before.
 */
export class FastClock {
  readonly #crypto = new PendingCrypto();
  #isAdvancing = false;
  #isRunning = true;
  readonly #loop: Promise<void>;

  constructor() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.now() });
    this.#loop = this.#run();
  }

  /** Advances time from timer to timer. @param ms on this clock */
  async advance(ms: number): Promise<void> {
    this.#isAdvancing = true;
    await new Promise<void>((resolve) => {
      setTimeout(() => resolve(), ms);
    });
    this.#isAdvancing = false;
  }

  /** Sets a later time without firing timers, for periods in which no client runs. */
  jump(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Waits until a condition holds. @throws Error with the description if it does not within a minute of this clock */
  async until(holds: () => boolean, what: string, ms = 60_000): Promise<void> {
    const end = Date.now() + ms;
    while (!holds()) {
      if (Date.now() > end) throw new Error(`Not within ${ms / 1_000} s: ${what}`);
      await this.#nextTick();
    }
  }

  /** Awaits a promise. @throws Error with the description if it does not settle in time on this clock */
  async within<Value>(promise: Promise<Value>, what: string, ms = 60_000): Promise<Value> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Within ${ms / 1_000} s: no end of ${what}`)), ms);
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Restores the system time. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#loop;
    this.#crypto.release();
    vi.useRealTimers();
  }

  #nextTick(): Promise<void> {
    return new Promise((resolve) => {
      nextTurn(resolve);
    });
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      for (let turns = 0; turns < IDLE_TURNS && this.#isRunning; turns = this.#crypto.count > 0 ? 0 : turns + 1) await this.#nextTick();
      if (this.#isAdvancing) vi.advanceTimersToNextTimer();
      else vi.advanceTimersByTime(STEP_MS);
    }
  }
}
