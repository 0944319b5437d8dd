import { Subscription } from 'rxjs';
import { type ExpiryKind, type ExpiryTarget, nextExpiryDelay, overTargets } from '../../../domain/wallet-protocol/state/expiry-table.js';
import type { Clock } from '../../ports/clock.port.js';

/** Ends something of a kind whose time is over. What it throws is its own: it has to wait for nobody. */
export type Ender<Kind extends ExpiryKind> = (key: Extract<ExpiryTarget, { readonly kind: Kind }>['key']) => void;

/** Everything of the engine that ends by itself, on one timer. It is waited for wherever the relay is. */
export class Expiries {
  readonly #clock: Clock;
  /** When each thing ends, by kind and key: with 10,000 sessions not each has an object of its own. */
  readonly #targets = new Map<ExpiryKind, Map<string | number, number>>();
  readonly #enders = new Map<ExpiryKind, ((key: never) => void)[]>();
  #timer = new Subscription();
  #due: number | null = null;
  #isDisposed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Says who ends the things of a kind. Where both roles keep things of it, each leaves the other's alone. */
  on<Kind extends ExpiryKind>(kind: Kind, end: Ender<Kind>): void {
    this.#enders.set(kind, [...(this.#enders.get(kind) ?? []), end as (key: never) => void]);
  }

  /** Sets when something ends, anew where it was set. One that is over already ends in the next turn of the clock. */
  set(target: ExpiryTarget): void {
    this.setAll([target]);
  }

  /** As {@link set}, for thousands of them. */
  setAll(targets: readonly ExpiryTarget[]): void {
    // What was under way when the engine ended may come to an end later.
    if (this.#isDisposed) return;
    for (const { kind, key, expiry } of targets) {
      const known = this.#targets.get(kind) ?? new Map();
      this.#targets.set(kind, known.set(key, expiry));
    }
    this.#wake(targets);
  }

  /** It does not end by itself any more. */
  drop(target: Pick<ExpiryTarget, 'kind' | 'key'>): void {
    if (!this.#delete(target) || this.#targets.size > 0) return;
    this.#timer.unsubscribe();
    this.#due = null;
  }

  /** When it ends, in seconds since 1970; `null` where that is not set. */
  of({ kind, key }: Pick<ExpiryTarget, 'kind' | 'key'>): number | null {
    return this.#targets.get(kind)?.get(key) ?? null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.unsubscribe();
    this.#targets.clear();
  }

  /** A timer that is early enough stays: with 10,000 sessions not every one of them looks at all others. */
  #wake(targets: readonly ExpiryTarget[]): void {
    const now = this.#clock.now();
    const delay = nextExpiryDelay(targets, now);
    if (delay === null || (this.#due !== null && this.#due <= now + delay)) return;
    this.#timer.unsubscribe();
    this.#due = now + delay;
    this.#timer = this.#clock.scheduler.schedule(() => this.#check(), delay);
  }

  #check(): void {
    this.#due = null;
    for (const target of overTargets(this.#all(), this.#clock.now())) {
      // The end of an earlier one may have taken it along.
      if (!this.#delete(target)) continue;
      // The key belongs to the kind; TypeScript cannot see it through the map.
      for (const end of this.#enders.get(target.kind) ?? []) end(target.key as never);
    }
    this.#wake(this.#all());
  }

  /** Whether it was there. */
  #delete({ kind, key }: Pick<ExpiryTarget, 'kind' | 'key'>): boolean {
    const known = this.#targets.get(kind);
    const wasThere = known?.delete(key) ?? false;
    if (known?.size === 0) this.#targets.delete(kind);
    return wasThere;
  }

  #all(): readonly ExpiryTarget[] {
    // The key belongs to the kind; TypeScript cannot see it through the map.
    return [...this.#targets].flatMap(([kind, known]) => [...known].map(([key, expiry]) => ({ kind, key, expiry }) as ExpiryTarget));
  }
}
