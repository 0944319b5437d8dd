import { type SchedulerLike, VirtualTimeScheduler } from 'rxjs';
import type { Clock } from './clock.port.js';

/**
 * A clock that only moves when a test advances it. It starts at `startMs` (milliseconds since the Unix epoch).
 * @example
 * const clock = new FakeClock();
 * clock.advance(150); // every timer due within 150 ms has fired
 */
export class FakeClock implements Clock {
  readonly #time: VirtualTimeScheduler;

  constructor(startMs = 1_700_000_000_000) {
    this.#time = new VirtualTimeScheduler();
    this.#time.frame = startMs;
  }

  readonly now = (): number => this.#time.frame;

  get scheduler(): SchedulerLike {
    return this.#time;
  }

  /** Number of pending timers: 0 if nothing leaks. */
  get pending(): number {
    return this.#time.actions.length;
  }

  /** Advances the time by `ms` milliseconds and fires due timers in order, including timers set meanwhile. */
  advance(ms: number): void {
    const until = this.now() + ms;
    this.#time.maxFrames = until;
    this.#time.flush();
    this.#time.frame = until;
  }

  /**
   * Suspends the device: time passes but no timer fires. Timers that became due fire on the next advance.
   * @param isCounted false if timers do not count the suspended time, as on some operating systems
   */
  suspend(ms: number, isCounted = true): void {
    this.#time.frame += ms;
    for (const timer of this.#time.actions) timer.delay = isCounted ? Math.max(timer.delay, this.now()) : timer.delay + ms;
  }

  /** Like {@link advance}, but lets promises settle before, between and after the timers. */
  async run(ms: number): Promise<void> {
    const until = this.now() + ms;
    await flushPromises();
    for (let next = this.#next(); next !== undefined && next <= until; next = this.#next()) {
      this.advance(Math.max(0, next - this.now()));
      await flushPromises();
    }
    this.advance(until - this.now());
    await flushPromises();
  }

  #next(): number | undefined {
    return this.#time.actions[0]?.delay;
  }
}

/** Longer than any promise chain of a use case. */
const MICROTASKS = 100;

/** Flushes the microtask queue, without advancing time. */
export const flushPromises = async (): Promise<void> => {
  for (let count = 0; count < MICROTASKS; count += 1) await Promise.resolve();
};
