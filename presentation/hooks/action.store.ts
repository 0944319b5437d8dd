import { type Observable, Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** States that all use cases have in common. */
export type RunState =
  | { readonly status: 'pending' }
  | { readonly status: 'success'; readonly data: unknown }
  | { readonly status: 'error'; readonly error: LatchkeyError };

/** Not started, cancelled or reset. */
export interface Idle {
  readonly status: 'idle';
}

/** Data of a use case's `success` state. */
export type DataOf<State> = Extract<State, { readonly status: 'success' }> extends { readonly data: infer Data } ? Data : never;

/** Callbacks of the caller's promise. */
interface RunCallbacks<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** Called for a bug rather than an expected failure. */
  readonly defect: (error: unknown) => void;
}

const IDLE: Idle = { status: 'idle' };

/** For a run without a promise: expected failures are in the state, and bugs are reported as uncaught errors. */
const NO_CALLBACKS: RunCallbacks<unknown> = {
  resolve: () => undefined,
  reject: () => undefined,
  defect: (error) => reportError(error),
};

/**
 * Runs one use case for one component. A new call replaces the current run, and the last listener to unsubscribe cancels it. Listeners
 * receive every state in order.
 */
export class ActionStore<Input extends readonly unknown[], State extends RunState> {
  readonly #execute: (...input: Input) => Observable<State>;
  readonly #listeners = new Set<() => void>();
  #state: Idle | State = IDLE;
  #current = Subscription.EMPTY;
  #unmounted = false;

  constructor(execute: (...input: Input) => Observable<State>) {
    this.#execute = execute;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#unmounted = false;
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unmounted = true;
      this.reset();
    };
  };

  readonly snapshot = (): Idle | State => this.#state;
  readonly serverSnapshot = (): Idle | State => IDLE;

  /** Starts a run; its outcome is in the state. */
  readonly run = (...input: Input): void => this.#start(input, NO_CALLBACKS);

  /**
   * Starts a run. Resolves with its result; rejects with its error, or with `request/cancelled` if it is cancelled or replaced, or if the
   * component unmounts.
   */
  readonly runAsync = (...input: Input): Promise<DataOf<State>> =>
    new Promise((resolve, reject) => this.#start(input, { resolve, reject, defect: reject }));

  /** Cancels the current run, if any. */
  readonly cancel = (): void => {
    if (this.#current.closed) return;
    this.#current.unsubscribe();
    this.#set(IDLE);
  };

  /** Cancels the current run and clears the last outcome. */
  readonly reset = (): void => {
    this.#current.unsubscribe();
    this.#set(IDLE);
  };

  #start(input: Input, callbacks: RunCallbacks<DataOf<State>>): void {
    const run = new Subscription(() => callbacks.reject(new LatchkeyError('request/cancelled', {})));
    if (this.#unmounted) {
      run.unsubscribe();
      return;
    }
    this.#current.unsubscribe();
    this.#current = run;
    run.add(
      this.#execute(...input).subscribe({
        next: (state) => {
          // A listener may have started a newer run, which closes this one while it emits its first states.
          if (run.closed) return;
          this.#set(state);
          // TypeScript does not narrow a generic state.
          if (state.status === 'success') callbacks.resolve(state.data as DataOf<State>);
          if (state.status === 'error') callbacks.reject(state.error);
        },
        error: (error: unknown) => {
          if (!run.closed) this.#set(IDLE);
          callbacks.defect(error);
          run.unsubscribe();
        },
        complete: () => {
          if (!run.closed && this.#state.status === 'pending') this.#set(IDLE);
          run.unsubscribe();
        },
      }),
    );
  }

  #set(state: Idle | State): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of [...this.#listeners]) listener();
  }
}
