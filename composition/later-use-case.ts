import { filter, Observable, Subscription } from 'rxjs';
import { isLatchkeyError } from '../domain/errors/latchkey-error.js';

/** What all use cases have in common; those that follow something can also be read at once. */
export interface AnyUseCase {
  current?(input: never): unknown;
  execute(input: never): Observable<unknown>;
}

/**
 * A use case whose code is fetched when it is executed for the first time. `before` is told at once, and is the value until the
 * code is there; code that does not arrive is an error state, and is fetched again by the next who executes.
 */
export const laterUseCase = (load: () => Promise<AnyUseCase>, before: object | null): AnyUseCase => {
  // The states of runs have a step, those of lists an error; any other value stays as it is where the code does not arrive.
  const { step, error: none } = Object(before) as { readonly step?: unknown; readonly error?: null };
  let useCase: AnyUseCase | undefined;
  return {
    current: (input) => (useCase === undefined ? before : useCase.current?.(input)),
    execute: (input) =>
      new Observable((subscriber) => {
        if (useCase !== undefined) return useCase.execute(input).subscribe(subscriber);
        const run = new Subscription();
        subscriber.next(before);
        // Who leaves at the first state has asked for nothing.
        if (subscriber.closed) return undefined;
        load().then(
          (loaded) => {
            useCase = loaded;
            // What is told already is not told twice.
            const isTold = (state: unknown): boolean => state === before || (step !== undefined && Object(state).step === step);
            const rest$ = loaded.execute(input).pipe(filter((state, index) => index > 0 || !isTold(state)));
            if (!run.closed) run.add(rest$.subscribe(subscriber));
          },
          (error: unknown) => {
            if (!isLatchkeyError(error)) return subscriber.error(error);
            if (step !== undefined) subscriber.next({ status: 'error', error });
            if (none === null) subscriber.next({ ...before, pending: false, error });
            subscriber.complete();
          },
        );
        return run;
      }),
  };
};
