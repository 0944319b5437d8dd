import { Subscription } from 'rxjs';
import type { Clock } from './clock.port.js';
import type { FakeRelayHub } from './relay-hub.fake.js';

/** Outcome of a delivery to a tab. A lost message is redelivered later, like any unacknowledged one. */
export type FakeDeliveryOutcome = { readonly type: 'pass' | 'lose' | 'repeat' } | { readonly type: 'delay'; readonly ms: number };

/**
 * Intercepts deliveries of a fake relay hub and applies the planned outcomes, one per message, in order. Messages without a planned
 * outcome pass.
 */
export class FakeRelayAdversary {
  readonly #hub: FakeRelayHub;
  readonly #clock: Clock;
  readonly #outcomes: FakeDeliveryOutcome[] = [];
  readonly #delayed = new Map<() => void, Subscription>();
  /** Number of deliveries by outcome. */
  readonly counts: Record<FakeDeliveryOutcome['type'], number> = { pass: 0, lose: 0, repeat: 0, delay: 0 };

  constructor(hub: FakeRelayHub, clock: Clock) {
    this.#hub = hub;
    this.#clock = clock;
    hub.deliver = (emit) => this.#deliver(emit);
  }

  /** Plans the outcomes of the next messages. */
  plan(outcomes: readonly FakeDeliveryOutcome[]): void {
    this.#outcomes.push(...outcomes);
  }

  /** Stops: delayed messages are delivered now, and all further messages pass. */
  stop(): void {
    this.#outcomes.length = 0;
    this.#hub.deliver = (emit) => emit();
    for (const [emit, timer] of [...this.#delayed]) {
      timer.unsubscribe();
      emit();
    }
    this.#delayed.clear();
  }

  #deliver(emit: () => void): void {
    const outcome = this.#outcomes.shift() ?? { type: 'pass' };
    this.counts[outcome.type] += 1;
    if (outcome.type === 'delay') this.#delay(emit, outcome.ms);
    if (outcome.type === 'pass' || outcome.type === 'repeat') emit();
    if (outcome.type === 'repeat') emit();
  }

  #delay(emit: () => void, ms: number): void {
    const timer = new Subscription();
    this.#delayed.set(emit, timer);
    timer.add(
      this.#clock.scheduler.schedule(() => {
        this.#delayed.delete(emit);
        emit();
      }, ms),
    );
  }
}
