import { distinctUntilChanged, map, type Observable, Subject } from 'rxjs';
import { nowAndOn } from './now-and-on.js';

/**
 * A value that one owner replaces and others read now or follow. Whoever is told reads the value as it is then: a
 * watcher that changes it while the others are still being told never makes them see the older value last, and what a
 * watcher sees is always what {@link value} says.
 */
export class Current<T> {
  #value: T;
  #isTelling = false;
  #isStale = false;
  readonly #changed = new Subject<void>();

  constructor(value: T) {
    this.#value = value;
  }

  /** The value now. */
  get value(): T {
    return this.#value;
  }

  /** The value now and after each change. Ends with {@link complete}; the last value can be followed also afterwards. */
  get value$(): Observable<T> {
    return nowAndOn(this.#changed).pipe(
      map(() => this.#value),
      distinctUntilChanged(),
    );
  }

  /** Replaces the value. Watchers are told at once, or after the change that they are being told of. */
  readonly set = (value: T): void => {
    this.#value = value;
    this.#isStale = true;
    if (this.#isTelling) return;
    this.#isTelling = true;
    while (this.#isStale) {
      this.#isStale = false;
      this.#changed.next();
    }
    this.#isTelling = false;
  };

  /** Ends all watching. The value can still be replaced; nobody is told. */
  readonly complete = (): void => this.#changed.complete();
}
