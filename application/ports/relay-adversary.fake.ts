import { Subscription } from 'rxjs';
import type { Clock } from './clock.port.js';
import type { FakeRelayHub } from './relay-hub.fake.js';

/** What becomes of a message on its way to a page. A lost one is told again, as the relay does with what nobody acknowledged. */
export type FakeFate = { readonly type: 'pass' | 'lose' | 'repeat' } | { readonly type: 'delay'; readonly ms: number };

/**
 * Stands between a fake relay and its pages, and does to their messages what was laid down: one fate for each message, in order. Without a
 * fate a message passes.
 */
export class FakeRelayAdversary {
  readonly #hub: FakeRelayHub;
  readonly #clock: Clock;
  readonly #fates: FakeFate[] = [];
  readonly #held = new Map<() => void, Subscription>();
  /** How often each fate has come about. */
  readonly done: Record<FakeFate['type'], number> = { pass: 0, lose: 0, repeat: 0, delay: 0 };

  constructor(hub: FakeRelayHub, clock: Clock) {
    this.#hub = hub;
    this.#clock = clock;
    hub.convey = (hand) => this.#convey(hand);
  }

  /** Lays down what becomes of the next messages. */
  plan(fates: readonly FakeFate[]): void {
    this.#fates.push(...fates);
  }

  /** Stops: what was held back arrives now, and everything passes from here on. */
  stop(): void {
    this.#fates.length = 0;
    this.#hub.convey = (hand) => hand();
    for (const [hand, timer] of [...this.#held]) {
      timer.unsubscribe();
      hand();
    }
    this.#held.clear();
  }

  #convey(hand: () => void): void {
    const fate = this.#fates.shift() ?? { type: 'pass' };
    this.done[fate.type] += 1;
    if (fate.type === 'delay') this.#hold(hand, fate.ms);
    if (fate.type === 'pass' || fate.type === 'repeat') hand();
    if (fate.type === 'repeat') hand();
  }

  #hold(hand: () => void, ms: number): void {
    const timer = new Subscription();
    this.#held.set(hand, timer);
    timer.add(
      this.#clock.scheduler.schedule(() => {
        this.#held.delete(hand);
        hand();
      }, ms),
    );
  }
}
