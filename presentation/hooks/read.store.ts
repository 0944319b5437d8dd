import { type Observable, Subscription } from 'rxjs';
import type { DataOf, RunState } from './action.store.js';

/** Error of a use case's `error` state. */
export type ErrorOfRun<State> = Extract<State, { readonly status: 'error' }> extends { readonly error: infer Failure } ? Failure : never;

/**
 * State of a read, discriminated by `status`: `pending` until the first result or error. `data` is kept while it is refetched, and when the
 * refetch fails.
 */
export type ReadState<Data, Failure> =
  | { readonly status: 'pending'; readonly data: undefined; readonly error: null; readonly isPending: true; readonly isFetching: boolean }
  | { readonly status: 'success'; readonly data: Data; readonly error: null; readonly isPending: false; readonly isFetching: boolean }
  | {
      readonly status: 'error';
      readonly data: Data | undefined;
      readonly error: Failure;
      readonly isPending: false;
      readonly isFetching: boolean;
    };

/** State before the first read. */
export const NOT_READ = { status: 'pending', data: undefined, error: null, isPending: true, isFetching: false } as const;

/**
 * Runs a use case that reads, for one component: when it gets its first listener, on `refetch`, and when a listener returns after a
 * failure. Without listeners the current run is cancelled and the last result is kept.
 */
export class ReadStore<State extends RunState> {
  readonly #execute: () => Observable<State>;
  readonly #listeners = new Set<() => void>();
  #state: ReadState<DataOf<State>, ErrorOfRun<State>> = NOT_READ;
  #run = Subscription.EMPTY;

  constructor(execute: () => Observable<State>) {
    this.#execute = execute;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1 && this.#state.status !== 'success') this.refetch();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#run.unsubscribe();
      this.#set({ ...this.#state, isFetching: false });
    };
  };

  readonly snapshot = (): ReadState<DataOf<State>, ErrorOfRun<State>> => this.#state;
  readonly serverSnapshot = (): ReadState<DataOf<State>, ErrorOfRun<State>> => NOT_READ;

  /** Reads again, cancelling the current read. Does nothing without listeners. */
  readonly refetch = (): void => {
    if (this.#listeners.size === 0) return;
    this.#run.unsubscribe();
    this.#set({ ...this.#state, isFetching: true });
    this.#run = this.#execute().subscribe({
      next: (state) => {
        // TypeScript does not narrow a generic state.
        if (state.status === 'success')
          this.#set({ status: 'success', data: state.data as DataOf<State>, error: null, isPending: false, isFetching: false });
        if (state.status === 'error') {
          const error = state.error as ErrorOfRun<State>;
          this.#set({ status: 'error', data: this.#state.data, error, isPending: false, isFetching: false });
        }
      },
      // A bug, not an expected failure.
      error: (error: unknown) => {
        this.#set({ ...this.#state, isFetching: false });
        reportError(error);
      },
      // Disposing the client completes its runs without an outcome.
      complete: () => {
        if (this.#state.isFetching) this.#set({ ...this.#state, isFetching: false });
      },
    });
  };

  #set(state: ReadState<DataOf<State>, ErrorOfRun<State>>): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
