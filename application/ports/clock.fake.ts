import { type SchedulerLike, VirtualTimeScheduler } from 'rxjs';
import type { Clock } from './clock.port.js';

/**
 * A clock that stands still until it is moved. It starts at `startMs` (milliseconds since 1970).
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

  /** How many timers are set: 0 when nothing leaks. */
  get pending(): number {
    return this.#time.actions.length;
  }

  /** Moves time on by `ms` milliseconds and fires what falls due, in order, also timers set meanwhile. */
  advance(ms: number): void {
    const until = this.now() + ms;
    this.#time.maxFrames = until;
    this.#time.flush();
    this.#time.frame = until;
  }

  /**
   * The device sleeps: time goes on and no timer fires. What was due meanwhile fires when time is moved next, all of it then.
   * @param isCounted whether timers count the time asleep; else each waits on as if there had been none. It is so on some systems.
   */
  suspend(ms: number, isCounted = true): void {
    this.#time.frame += ms;
    for (const timer of this.#time.actions) timer.delay = isCounted ? Math.max(timer.delay, this.now()) : timer.delay + ms;
  }

  /** Like {@link advance}, but lets promises settle before, between and after the timers. */
  async run(ms: number): Promise<void> {
    const until = this.now() + ms;
    await settle();
    for (let next = this.#next(); next !== undefined && next <= until; next = this.#next()) {
      this.advance(Math.max(0, next - this.now()));
      await settle();
    }
    this.advance(until - this.now());
    await settle();
  }

  #next(): number | undefined {
    return this.#time.actions[0]?.delay;
  }
}

/** Promise chains of the kind a use case builds are shorter than this. */
const TURNS = 100;

/** Lets every promise that can settle without time passing do so. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
};
