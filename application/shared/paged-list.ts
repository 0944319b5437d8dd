import { defer, finalize, type Observable, share } from 'rxjs';
import { fromAbortable } from './from-abortable.js';
import { StateSubject } from './state-subject.js';

/** What {@link PagedList.load} tells the reducer by itself. */
export type LoadEvent = { readonly type: 'requested' } | { readonly type: 'cancelled' };

/** A list that is loaded page by page: its state, and the one request that is on its way. */
export class PagedList<State, Event> {
  readonly state: StateSubject<State>;
  readonly #reduce: (state: State, event: Event | LoadEvent) => State;
  #loading: Observable<State> | null = null;

  constructor(initial: State, reduce: (state: State, event: Event | LoadEvent) => State) {
    this.state = new StateSubject(initial);
    this.#reduce = reduce;
  }

  /** The request that is on its way; `null` if there is none. */
  get loading(): Observable<State> | null {
    return this.#loading;
  }

  dispatch(event: Event | LoadEvent): void {
    this.state.next(this.#reduce(this.state.value, event));
  }

  /**
   * Emits the state once the request has ended. Subscribers share the request that is on its way, and it is aborted when all of them have
   * unsubscribed.
   * @param next reads the page. What it returns or throws after an abort is ignored
   * @param loaded runs after the state was emitted; subscribers complete after it
   */
  load(
    next: (signal: AbortSignal) => Promise<Event>,
    loaded: (event: Event, signal: AbortSignal) => Promise<void> | void = () => undefined,
  ): Observable<State> {
    if (this.#loading !== null) return this.#loading;
    const loading: Observable<State> = defer(() => {
      this.dispatch({ type: 'requested' });
      return fromAbortable<State>(async (signal, emit) => {
        const event = await next(signal);
        if (signal.aborted) return;
        // Cleared before the dispatch: a subscriber may load the next page synchronously.
        if (this.#loading === loading) this.#loading = null;
        this.dispatch(event);
        emit(this.state.value);
        await loaded(event, signal);
      });
    }).pipe(
      finalize(() => {
        if (this.#loading !== loading) return;
        this.#loading = null;
        this.dispatch({ type: 'cancelled' });
      }),
      share(),
    );
    this.#loading = loading;
    return loading;
  }
}
