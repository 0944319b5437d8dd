import { vi } from 'vitest';

/** Methods of WebCrypto, which works on threads of its own. */
const METHODS = [
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

/** Counts the operations of WebCrypto that are not done yet. */
class PendingCrypto {
  #count = 0;
  readonly #subtle = crypto.subtle;

  constructor() {
    for (const name of METHODS) {
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

  /** Gives the methods of the prototype back. */
  release(): void {
    for (const name of METHODS) Reflect.deleteProperty(this.#subtle, name);
  }
}

/** The machine's own, taken before any is replaced. */
const { setImmediate: nextTurn } = globalThis;

/** Turns of the event loop after which everything that was sent in memory has arrived, and was answered where no timer is waited for. */
const TURNS = 4;

/** The length of a step while two clients communicate. */
const STEP_MS = 5;

/**
 * One clock for the relay and every client of a test: timers and date. It stands while something is under way and moves on when nothing is, so that a
 * slow machine makes nothing late: clients and relay are in one process, their networks in memory, and WebCrypto is waited for. What is loaded by
 * `import()` has to be there before.
 */
export class FastClock {
  readonly #crypto = new PendingCrypto();
  #isPassing = false;
  #isRunning = true;
  readonly #ended: Promise<void>;

  constructor() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.now() });
    this.#ended = this.#run();
  }

  /** Lets time pass, from timer to timer. @param ms of the clock */
  async pass(ms: number): Promise<void> {
    this.#isPassing = true;
    await new Promise<void>((resolve) => {
      setTimeout(() => resolve(), ms);
    });
    this.#isPassing = false;
  }

  /** Sets a later time at once: no timer fires. For times in which no client runs. */
  leap(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Waits until something holds. @throws Error that says what, when it does not within a minute of the clock */
  async until(holds: () => boolean, what: string, ms = 60_000): Promise<void> {
    const end = Date.now() + ms;
    while (!holds()) {
      if (Date.now() > end) throw new Error(`Within ${ms / 1_000} s: not ${what}`);
      await this.#turn();
    }
  }

  /** The value of a promise. @throws Error that says what, when it does not settle within this time of the clock */
  async within<Value>(promise: Promise<Value>, what: string, ms = 60_000): Promise<Value> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Within ${ms / 1_000} s: no end of ${what}`)), ms);
    });
    try {
      return await Promise.race([promise, over]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives the machine its own time back. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#ended;
    this.#crypto.release();
    vi.useRealTimers();
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      nextTurn(resolve);
    });
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      for (let turns = 0; turns < TURNS && this.#isRunning; turns = this.#crypto.count > 0 ? 0 : turns + 1) await this.#turn();
      if (this.#isPassing) vi.advanceTimersToNextTimer();
      else vi.advanceTimersByTime(STEP_MS);
    }
  }
}
