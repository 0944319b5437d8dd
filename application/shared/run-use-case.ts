import { concat, defer, Observable, of } from 'rxjs';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ErrorOf, UseCaseState, UseCaseStep } from './use-case-state.js';

/** What a run gets to work with. */
export interface Run<Step extends UseCaseStep> {
  /** Aborted when the subscriber leaves, and when the run has ended, so that nothing it began goes on. */
  readonly signal: AbortSignal;
  /** Tells the person what to do now; `hash` once a transaction is broadcast. */
  readonly step: (step: Step, hash?: string) => void;
}

/**
 * Makes a cold stream of a run: nothing happens before subscribe, each subscribe is one run, the first state is a
 * synchronous `pending`, exactly one terminal state follows, unsubscribing aborts. A Latchkey error that the run throws
 * becomes an `error` state; anything else is a defect and goes to the error channel.
 */
export const runUseCase = <Step extends UseCaseStep, Result, Code extends ErrorCode>(
  firstStep: NoInfer<Step>,
  run: (context: Run<NoInfer<Step>>) => Promise<NoInfer<Result>>,
): Observable<UseCaseState<Step, Result, Code>> =>
  new Observable((subscriber) => {
    const controller = new AbortController();
    const { signal } = controller;
    let current: Step = firstStep;
    subscriber.next({ status: 'pending', step: firstStep });
    // Who leaves at the first state has asked for nothing.
    if (subscriber.closed) return undefined;
    const step = (next: Step, hash?: string): void => {
      if (signal.aborted || next === current) return;
      current = next;
      subscriber.next(hash === undefined ? { status: 'pending', step: next } : { status: 'pending', step: next, hash });
    };
    run({ signal, step }).then(
      (result) => {
        subscriber.next({ status: 'success', data: result });
        subscriber.complete();
      },
      (error: unknown) => {
        if (!isLatchkeyError(error)) {
          // After an abort nobody listens any more: the AbortError that then ends the run is no defect.
          subscriber.error(error);
          return;
        }
        // The run promises to throw only the codes of its type.
        subscriber.next({ status: 'error', error: error as ErrorOf<Code> });
        subscriber.complete();
      },
    );
    return () => controller.abort();
  });

/** {@link runUseCase} for something that is done at once and cannot fail: `pending`, then `success`, both synchronous. */
export const runAtOnce = <Result>(act: () => Result): Observable<UseCaseState<'working', Result, never>> =>
  concat(
    of({ status: 'pending', step: 'working' } as const),
    defer(() => of({ status: 'success', data: act() } as const)),
  );
