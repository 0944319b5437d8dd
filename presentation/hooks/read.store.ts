import { type Observable, Subscription } from 'rxjs';
import type { DataOf, RunState } from './action.store.js';

/** The error of a use case's `error` state. */
export type ErrorOfRun<State> = Extract<State, { readonly status: 'error' }> extends { readonly error: infer Fault } ? Fault : never;

/**
 * A read, discriminated by `status`: `pending` until the first result or error. `data` stays while it is fetched again, and after a failure of
 * that.
 */
export type ReadState<Data, Fault> =
  | { readonly status: 'pending'; readonly data: undefined; readonly error: null; readonly isPending: true; readonly isFetching: boolean }
  | { readonly status: 'success'; readonly data: Data; readonly error: null; readonly isPending: false; readonly isFetching: boolean }
  | {
      readonly status: 'error';
      readonly data: Data | undefined;
      readonly error: Fault;
      readonly isPending: false;
      readonly isFetching: boolean;
    };

/** A read that has not begun. */
export const NOT_READ = { status: 'pending', data: undefined, error: null, isPending: true, isFetching: false } as const;

/**
 * Runs a use case that reads for one component: once it has a listener, and again on request or when a listener comes back after a failure.
 * Without listeners the run under way is cancelled; what was read stays.
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

  /** Reads again; a read under way is cancelled. Nothing happens without a listener. */
  readonly refetch = (): void => {
    if (this.#listeners.size === 0) return;
    this.#run.unsubscribe();
    this.#set({ ...this.#state, isFetching: true });
    this.#run = this.#execute().subscribe({
      next: (state) => {
        // `data` and `error` are those of this very state.
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
      // A client that is disposed of ends its runs without an outcome.
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
