import type { Observable } from 'rxjs';
import { Current } from './current.js';

/** One owner's state: read now, watched, and changed only by events through a pure reducer. */
export class Cell<State, Event> {
  readonly #current: Current<State>;
  readonly #reduce: (state: State, event: Event) => State;

  constructor(initial: State, reduce: (state: State, event: Event) => State) {
    this.#current = new Current(initial);
    this.#reduce = reduce;
  }

  /** The state now. */
  get state(): State {
    return this.#current.value;
  }

  /** The state now and after each change. */
  get state$(): Observable<State> {
    return this.#current.value$;
  }

  /** Applies an event; watchers hear of it only if the state changed. Returns whether it did. */
  readonly dispatch = (event: Event): boolean => {
    const before = this.#current.value;
    const after = this.#reduce(before, event);
    if (after === before) return false;
    this.#current.set(after);
    return true;
  };

  /** Ends all watching. */
  readonly complete = (): void => this.#current.complete();
}
