import type { Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { Emitter, type Listener } from './emitter.js';

/** Interval of the pulse, in milliseconds. */
const INTERVAL_MS = 5_000;

const PULSE = 'heartbeat_pulse';

/** The `core.heartbeat` API. The engine does not need it: its timer runs only while there are listeners. */
export class Heartbeat extends Emitter {
  readonly interval = INTERVAL_MS;
  readonly #clock: Clock;
  #timer: Subscription | null = null;
  #isStopped = false;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  /** The heartbeat itself, which is the emitter. */
  get events(): Emitter {
    return this;
  }

  async init(): Promise<void> {
    this.#isStopped = false;
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.unsubscribe();
    this.#timer = null;
  }

  override on(event: string | symbol, listener: Listener): this {
    super.on(event, listener);
    this.#schedule();
    return this;
  }

  override once(event: string | symbol, listener: Listener): this {
    super.once(event, listener);
    this.#schedule();
    return this;
  }

  #schedule(): void {
    if (this.#isStopped || this.#timer !== null || this.listenerCount(PULSE) === 0) return;
    this.#timer = this.#clock.scheduler.schedule(() => {
      this.#timer = null;
      this.emit(PULSE);
      this.#schedule();
    }, INTERVAL_MS);
  }
}
