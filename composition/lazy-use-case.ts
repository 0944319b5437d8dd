import { defer, filter, Observable, Subscription, timer } from 'rxjs';
import type { Clock } from '../application/ports/clock.port.js';
import { isLatchkeyError } from '../domain/errors/latchkey-error.js';

/** Common interface of all use cases. Those of `watch-*` also have a current value. */
export interface AnyUseCase {
  current?(input: never): unknown;
  execute(input: never): Observable<unknown>;
}

/** Value that a use case emits until its code is loaded: a pending state, an empty list, or `undefined`. */
export type InitialState = object | null | undefined;

/** Delay before code that failed to load is loaded again for those who watch a state. */
const RETRY_MS = 10_000;

/** Reads `step` (states of a run) and `error` (states of a list); both are absent from other values. */
const stateFieldsOf = (state: unknown): { readonly step?: unknown; readonly error?: unknown } =>
  typeof state === 'object' && state !== null ? state : {};

/**
 * Creates a use case whose code is loaded on the first execution. `initialState` is emitted immediately and is the current value until then.
 * If loading fails, an error state is emitted. The next run loads again; a watched state loads again every ten seconds.
 * @param loaded returns the use case if its code is loaded already
 */
export const lazyUseCase = (
  load: () => Promise<AnyUseCase>,
  initialState: InitialState,
  clock: Pick<Clock, 'scheduler'>,
  loaded: () => AnyUseCase | undefined = () => undefined,
): AnyUseCase => {
  // States of a run have a step, those of a list an error. Any other value stays unchanged if loading fails.
  const { step, error: initialError } = stateFieldsOf(initialState);
  const isWatched = step === undefined && typeof initialState === 'object' && initialState !== null;
  /** The current value until the code is loaded. */
  let placeholder: InitialState = initialState;
  let cached: AnyUseCase | undefined;
  const loadedUseCase = (): AnyUseCase | undefined => {
    cached ??= loaded();
    return cached;
  };
  return {
    current: (input) => {
      const useCase = loadedUseCase();
      return useCase === undefined ? placeholder : useCase.current?.(input);
    },
    execute: (input) =>
      new Observable((subscriber) => {
        const available = loadedUseCase();
        if (available !== undefined) return available.execute(input).subscribe(subscriber);
        const run = new Subscription();
        subscriber.next(initialState);
        // The subscriber may unsubscribe on the initial state. Nothing is loaded then.
        if (subscriber.closed) return undefined;
        const start = (useCase: AnyUseCase): void => {
          cached = useCase;
          // The initial state is not emitted twice.
          const isRepeated = (state: unknown): boolean =>
            state === initialState || (step !== undefined && stateFieldsOf(state).step === step);
          const remaining$ = defer(() => useCase.execute(input)).pipe(filter((state, index) => index > 0 || !isRepeated(state)));
          if (!run.closed) run.add(remaining$.subscribe(subscriber));
        };
        const fail = (error: unknown): void => {
          if (!isLatchkeyError(error)) {
            subscriber.error(error);
            return;
          }
          if (step !== undefined) subscriber.next({ status: 'error', error });
          if (initialError === null) {
            placeholder = { ...initialState, pending: false, error };
            subscriber.next(placeholder);
          }
          // As on the way from one network to another.
          if (isWatched && error.code === 'browser/load-failed') run.add(timer(RETRY_MS, clock.scheduler).subscribe(attempt));
          else subscriber.complete();
        };
        const attempt = (): void => void load().then(start, fail);
        attempt();
        return run;
      }),
  };
};
