import { vi } from 'vitest';

/** The machine's own timer, taken before any is replaced: sockets need real time. */
const { setTimeout: realTimeout } = globalThis;

/** How much time passes within each real millisecond while two parties talk: their pauses of a second cost 50 ms. */
const TALKING_MS = 20;

/** The same while a test lets time pass: five minutes cost a second, and sockets are still answered within their bounds. */
const PASSING_MS = 250;

/**
 * One clock for the relay and every client of a test, which runs faster than the machine's: the page's timers and its date. What goes
 * over sockets stays as it is. No test waits for real time.
 */
export class FastClock {
  #speed = TALKING_MS;
  #isRunning = true;
  readonly #ended: Promise<void>;

  constructor() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: Date.now() });
    this.#ended = this.#run();
  }

  /** Lets time pass. @param ms of the clock */
  async pass(ms: number): Promise<void> {
    this.#speed = PASSING_MS;
    await this.#wait(ms);
    this.#speed = TALKING_MS;
  }

  /** Goes on at a later time at once: no timer ends by it. For times in which nobody runs. */
  leap(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  /** Waits until something holds. @throws Error that says what, when it does not within a minute of the clock */
  async until(holds: () => boolean, what: string, ms = 60_000): Promise<void> {
    const end = Date.now() + ms;
    while (!holds()) {
      if (Date.now() > end) throw new Error(`Within ${ms / 1_000} s: not ${what}`);
      await this.#wait(TALKING_MS);
    }
  }

  /** What a promise gives. @throws Error that says what, when it does not end within this time of the clock */
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
    vi.useRealTimers();
  }

  /** On the moved clock. */
  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(() => resolve(), ms);
    });
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      await new Promise((resolve) => {
        realTimeout(resolve, 1);
      });
      await vi.advanceTimersByTimeAsync(this.#speed);
    }
  }
}
