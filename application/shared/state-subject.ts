import { distinctUntilChanged, map, type Observable, ReplaySubject } from 'rxjs';

/**
 * An observable value. Differs from a BehaviorSubject in two ways: if a subscriber sets the value while others are still being
 * notified, they do not receive the older value last; and a subscription after {@link complete} still receives the value.
 */
export class StateSubject<T> {
  #value: T;
  readonly #changes = new ReplaySubject<void>(1);
  /** The current value, then each change. */
  readonly value$: Observable<T> = this.#changes.pipe(
    map(() => this.#value),
    distinctUntilChanged(),
  );

  constructor(value: T) {
    this.#value = value;
    this.#changes.next();
  }

  get value(): T {
    return this.#value;
  }

  next(value: T): void {
    this.#value = value;
    this.#changes.next();
  }

  /** Completes {@link value$}; the value can still be set and read. */
  complete(): void {
    this.#changes.complete();
  }
}
