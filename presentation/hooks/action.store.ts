import { type Observable, Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** What every use case's states have in common. */
export type RunState =
  | { readonly status: 'pending' }
  | { readonly status: 'success'; readonly data: unknown }
  | { readonly status: 'error'; readonly error: LatchkeyError };

/** Nothing was started, or it was cancelled. */
export interface Idle {
  readonly status: 'idle';
}

/** The data of a use case's `success` state. */
export type DataOf<State> = Extract<State, { readonly status: 'success' }> extends { readonly data: infer Data } ? Data : never;

/** The caller's promise of a run. */
interface Waiter<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  /** A bug, not an expected failure. */
  readonly defect: (error: unknown) => void;
}

const IDLE: Idle = { status: 'idle' };

/** Without a promise, expected failures are in the state and a defect goes where uncaught errors go. */
const NO_WAITER: Waiter<unknown> = {
  resolve: () => undefined,
  reject: () => undefined,
  defect: (error) => reportError(error),
};

/**
 * Runs one use case for one component: at most one run at a time, the newest call wins, and the last listener's leaving
 * ends the run. Every state reaches the listeners in order.
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
  readonly run = (...input: Input): void => this.#start(input, NO_WAITER);

  /**
   * Starts a run. Resolves with its result; rejects with its error, or with `request/cancelled` when it was cancelled,
   * replaced by a newer call or the component is gone.
   */
  readonly runAsync = (...input: Input): Promise<DataOf<State>> =>
    new Promise((resolve, reject) => this.#start(input, { resolve, reject, defect: reject }));

  /** Ends the run under way; nothing happens without one. */
  readonly cancel = (): void => {
    if (this.#current.closed) return;
    this.#current.unsubscribe();
    this.#set(IDLE);
  };

  /** Ends the run under way and forgets the last outcome. */
  readonly reset = (): void => {
    this.#current.unsubscribe();
    this.#set(IDLE);
  };

  #start(input: Input, waiter: Waiter<DataOf<State>>): void {
    const run = new Subscription(() => waiter.reject(new LatchkeyError('request/cancelled', {})));
    if (this.#unmounted) {
      run.unsubscribe();
      return;
    }
    this.#current.unsubscribe();
    this.#current = run;
    run.add(
      this.#execute(...input).subscribe({
        next: (state) => {
          // A listener that starts a newer run closes this one while it still emits its first states.
          if (run.closed) return;
          this.#set(state);
          // `data` is that of this very state.
          if (state.status === 'success') waiter.resolve(state.data as DataOf<State>);
          if (state.status === 'error') waiter.reject(state.error);
        },
        error: (error: unknown) => {
          if (!run.closed) this.#set(IDLE);
          waiter.defect(error);
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
