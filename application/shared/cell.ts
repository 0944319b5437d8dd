import { BehaviorSubject, type Observable } from 'rxjs';

/** One owner's state: read now, watched, and changed only by events through a pure reducer. */
export class Cell<State, Event> {
  readonly #subject: BehaviorSubject<State>;
  readonly #reduce: (state: State, event: Event) => State;

  constructor(initial: State, reduce: (state: State, event: Event) => State) {
    this.#subject = new BehaviorSubject(initial);
    this.#reduce = reduce;
  }

  /** The state now. */
  get state(): State {
    return this.#subject.value;
  }

  /** The state now and after each change. */
  get state$(): Observable<State> {
    return this.#subject.asObservable();
  }

  /** Applies an event; watchers hear of it only if the state changed. Returns whether it did. */
  readonly dispatch = (event: Event): boolean => {
    const before = this.#subject.value;
    const after = this.#reduce(before, event);
    if (after === before) return false;
    this.#subject.next(after);
    return true;
  };

  /** Ends all watching. */
  readonly complete = (): void => this.#subject.complete();
}
