import { type SchedulerAction, Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';

/** Work that is done once its time has come, and again whenever it asks for that. */
class Timer<T> extends Subscription implements SchedulerAction<T> {
  readonly #work: (this: SchedulerAction<T>, state?: T) => void;
  #id: ReturnType<typeof setTimeout> | undefined;

  constructor(work: (this: SchedulerAction<T>, state?: T) => void) {
    super();
    this.#work = work;
    this.add(() => clearTimeout(this.#id));
  }

  schedule(state?: T, delayMs = 0): this {
    clearTimeout(this.#id);
    if (!this.closed) this.#id = setTimeout(() => this.#work(state), delayMs);
    return this;
  }
}

/** The time of the machine. Its scheduler is a thin one of our own: that of RxJS weighs more than all who use it. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  scheduler: {
    now: () => Date.now(),
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, delayMs?: number, state?: T) =>
      new Timer(work).schedule(state, delayMs),
  },
};
