import { distinctUntilChanged, map, type Observable, ReplaySubject } from 'rxjs';

/**
 * A value that its owner replaces and others read or watch. Differs from a BehaviorSubject in two ways: a watcher that replaces the value
 * while others are still being notified does not make these see the older value last, and watching after {@link complete} still gives
 * the value.
 */
export class StateSubject<T> {
  #value: T;
  readonly #changes = new ReplaySubject<void>(1);
  /** The value now and after each change. */
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

  /** Completes {@link value$}; the value can still be replaced and read. */
  complete(): void {
    this.#changes.complete();
  }
}
