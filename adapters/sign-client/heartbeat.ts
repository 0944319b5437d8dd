import type { Subscription } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { Emitter, type Listener } from './emitter.js';

/** How often it beats, in milliseconds. */
const INTERVAL_MS = 5_000;

/** Name of its event. */
const PULSE = 'heartbeat_pulse';

/** The pulse that hosts know from `core.heartbeat`. Nothing of the engine needs it: it beats only while somebody listens. */
export class Heartbeat extends Emitter {
  readonly interval = INTERVAL_MS;
  readonly #clock: Clock;
  #timer: Subscription | null = null;
  #isStopped = false;

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  /** The emitter that it is itself. */
  get events(): Emitter {
    return this;
  }

  async init(): Promise<void> {
    this.#isStopped = false;
    this.#goOn();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.unsubscribe();
    this.#timer = null;
  }

  override on(event: string | symbol, listener: Listener): this {
    super.on(event, listener);
    this.#goOn();
    return this;
  }

  override once(event: string | symbol, listener: Listener): this {
    super.once(event, listener);
    this.#goOn();
    return this;
  }

  #goOn(): void {
    if (this.#isStopped || this.#timer !== null || this.listenerCount(PULSE) === 0) return;
    this.#timer = this.#clock.scheduler.schedule(() => {
      this.#timer = null;
      this.emit(PULSE);
      this.#goOn();
    }, INTERVAL_MS);
  }
}
