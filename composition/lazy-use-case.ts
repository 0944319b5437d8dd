import { defer, filter, Observable, Subscription } from 'rxjs';
import { isLatchkeyError } from '../domain/errors/latchkey-error.js';

/** What all use cases have in common; those that follow something can also be read at once. */
export interface AnyUseCase {
  current?(input: never): unknown;
  execute(input: never): Observable<unknown>;
}

/** What a use case says before its code is there: a pending state of a run, an empty list, nothing. */
export type FirstState = object | null;

/** What the states of runs and of lists have that others have not. */
const partsOf = (state: unknown): { readonly step?: unknown; readonly error?: unknown } =>
  typeof state === 'object' && state !== null ? state : {};

/**
 * A use case whose code is fetched when it is executed for the first time. `first` is emitted at once, and is the current value until the
 * code is there; code that does not arrive is an error state, and is fetched again by the next run.
 * @param loaded the use case where its code is there already
 */
export const lazyUseCase = (
  load: () => Promise<AnyUseCase>,
  first: FirstState,
  loaded: () => AnyUseCase | undefined = () => undefined,
): AnyUseCase => {
  // The states of runs have a step, those of lists an error; any other value stays as it is where the code does not arrive.
  const { step, error: none } = partsOf(first);
  let known: AnyUseCase | undefined;
  const now = (): AnyUseCase | undefined => {
    known ??= loaded();
    return known;
  };
  return {
    current: (input) => {
      const useCase = now();
      return useCase === undefined ? first : useCase.current?.(input);
    },
    execute: (input) =>
      new Observable((subscriber) => {
        const there = now();
        if (there !== undefined) return there.execute(input).subscribe(subscriber);
        const run = new Subscription();
        subscriber.next(first);
        // Who leaves at the first state has asked for nothing.
        if (subscriber.closed) return undefined;
        load().then(
          (useCase) => {
            known = useCase;
            // What was emitted already is not emitted twice.
            const isRepeated = (state: unknown): boolean => state === first || (step !== undefined && partsOf(state).step === step);
            const rest$ = defer(() => useCase.execute(input)).pipe(filter((state, index) => index > 0 || !isRepeated(state)));
            if (!run.closed) run.add(rest$.subscribe(subscriber));
          },
          (error: unknown) => {
            if (!isLatchkeyError(error)) return subscriber.error(error);
            if (step !== undefined) subscriber.next({ status: 'error', error });
            if (none === null) subscriber.next({ ...first, pending: false, error });
            subscriber.complete();
          },
        );
        return run;
      }),
  };
};
