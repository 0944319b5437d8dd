import { Subscription } from 'rxjs';
import { type ExpiryKind, type ExpiryTarget, expiredTargets, nextExpiryDelay } from '../../../domain/wallet-protocol/state/expiry-table.js';
import type { Clock } from '../../ports/clock.port.js';

/** Handles the expiry of a record. It must not throw and is not awaited. */
export type ExpiryHandler<Kind extends ExpiryKind> = (key: Extract<ExpiryTarget, { readonly kind: Kind }>['key']) => void;

/** Expiries of all records of the engine, on one timer. */
export class Expiries {
  readonly #clock: Clock;
  /** Expiries by kind and key, as plain numbers to save memory with 10,000 sessions. */
  readonly #targets = new Map<ExpiryKind, Map<string | number, number>>();
  readonly #handlers = new Map<ExpiryKind, ((key: never) => void)[]>();
  #timer = new Subscription();
  #due: number | null = null;
  #isDisposed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a handler for a kind. If both roles have records of a kind, each handler ignores those of the other. */
  on<Kind extends ExpiryKind>(kind: Kind, handler: ExpiryHandler<Kind>): void {
    this.#handlers.set(kind, [...(this.#handlers.get(kind) ?? []), handler as (key: never) => void]);
  }

  /** Sets or replaces an expiry. One in the past fires on the next tick of the clock. */
  set(target: ExpiryTarget): void {
    this.setAll([target]);
  }

  /** Same as {@link set} for many records. */
  setAll(targets: readonly ExpiryTarget[]): void {
    // Pending work may finish after the engine was disposed.
    if (this.#isDisposed) return;
    for (const { kind, key, expiry } of targets) {
      const expiryByKey = this.#targets.get(kind) ?? new Map();
      this.#targets.set(kind, expiryByKey.set(key, expiry));
    }
    this.#schedule(targets);
  }

  /** Removes an expiry. */
  drop(target: Pick<ExpiryTarget, 'kind' | 'key'>): void {
    if (!this.#delete(target) || this.#targets.size > 0) return;
    this.#timer.unsubscribe();
    this.#due = null;
  }

  /** Returns an expiry in seconds since 1970; `null` if none is set. */
  of({ kind, key }: Pick<ExpiryTarget, 'kind' | 'key'>): number | null {
    return this.#targets.get(kind)?.get(key) ?? null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer.unsubscribe();
    this.#targets.clear();
  }

  /** Keeps a timer that fires early enough, so that setting one expiry does not scan all others. */
  #schedule(targets: readonly ExpiryTarget[]): void {
    const now = this.#clock.now();
    const delay = nextExpiryDelay(targets, now);
    if (delay === null || (this.#due !== null && this.#due <= now + delay)) return;
    this.#timer.unsubscribe();
    this.#due = now + delay;
    this.#timer = this.#clock.scheduler.schedule(() => this.#check(), delay);
  }

  #check(): void {
    this.#due = null;
    for (const target of expiredTargets(this.#all(), this.#clock.now())) {
      // The handler of an earlier target may have removed it.
      if (!this.#delete(target)) continue;
      // The key matches the kind, which TypeScript cannot infer from the map.
      for (const handler of this.#handlers.get(target.kind) ?? []) handler(target.key as never);
    }
    this.#schedule(this.#all());
  }

  /** Returns whether it existed. */
  #delete({ kind, key }: Pick<ExpiryTarget, 'kind' | 'key'>): boolean {
    const expiryByKey = this.#targets.get(kind);
    const existed = expiryByKey?.delete(key) ?? false;
    if (expiryByKey?.size === 0) this.#targets.delete(kind);
    return existed;
  }

  #all(): readonly ExpiryTarget[] {
    // The key matches the kind, which TypeScript cannot infer from the map.
    return [...this.#targets].flatMap(([kind, expiryByKey]) =>
      [...expiryByKey].map(([key, expiry]) => ({ kind, key, expiry }) as ExpiryTarget),
    );
  }
}
