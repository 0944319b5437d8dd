import { Observable, Subscription } from 'rxjs';
import { loadPart } from '../application/shared/load-part.js';
import type { ErrorOf, UseCaseState, UseCaseStep } from '../application/shared/use-case-state.js';
import type { ErrorCode } from '../domain/errors/error-contexts.js';
import { isLatchkeyError } from '../domain/errors/latchkey-error.js';

/** A use case as those who execute it see it. */
interface Executable<Input extends readonly unknown[], State> {
  execute(...input: Input): Observable<State>;
}

/**
 * A use case whose code is fetched when it is executed for the first time. The first state is a synchronous `pending` all the
 * same; code that does not arrive is an `error` state with `browser/load-failed`, and is fetched again by the next run.
 */
export const lazyUseCase = <
  const Input extends readonly unknown[],
  Step extends UseCaseStep,
  Result,
  Code extends ErrorCode,
  First extends Step,
>(
  part: string,
  first: First,
  load: () => Promise<Executable<Input, UseCaseState<Step, Result, Code>>>,
): Executable<Input, UseCaseState<Step, Result, Code>> => ({
  execute: (...input) =>
    new Observable((subscriber) => {
      const run = new Subscription();
      subscriber.next({ status: 'pending', step: first });
      if (subscriber.closed) return undefined;
      loadPart(part, load).then(
        (useCase) => {
          if (run.closed) return;
          let isFirst = true;
          const next = (state: UseCaseState<Step, Result, Code>): void => {
            // Told already, unless it says something else.
            if (!isFirst || state.status !== 'pending' || state.step !== first) subscriber.next(state);
            isFirst = false;
          };
          const error = (defect: unknown): void => subscriber.error(defect);
          run.add(useCase.execute(...input).subscribe({ next, error, complete: () => subscriber.complete() }));
        },
        (error: unknown) => {
          if (run.closed) return;
          if (!isLatchkeyError(error)) {
            subscriber.error(error);
            return;
          }
          // Every use case that is fetched names this error among its own.
          subscriber.next({ status: 'error', error: error as ErrorOf<Code> });
          subscriber.complete();
        },
      );
      return run;
    }),
});
