import { concat, defer, Observable, of } from 'rxjs';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ErrorOf, UseCaseState, UseCaseStep } from './use-case-state.js';

/** Context of a run. */
export interface Run<Step extends UseCaseStep> {
  /** Aborted on unsubscribe, and when the run has ended, so that no work it started continues. */
  readonly signal: AbortSignal;
  /** Emits the next pending step; `hash` once a transaction is broadcast. */
  readonly step: (step: Step, hash?: string) => void;
}

/**
 * Creates a cold observable of a run: nothing happens before subscribe, each subscription is one run, the first state is a
 * synchronous `pending`, exactly one terminal state follows, unsubscribing aborts. A LatchkeyError thrown by the run
 * becomes an `error` state; any other error is a defect and goes to the error channel.
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
    // Unsubscribed on the first state: nothing is started.
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
          // After an abort there is no subscriber left: the AbortError that ends the run is not reported.
          subscriber.error(error);
          return;
        }
        // A run only throws the codes of its type.
        subscriber.next({ status: 'error', error: error as ErrorOf<Code> });
        subscriber.complete();
      },
    );
    return () => controller.abort();
  });

/** {@link runUseCase} for a synchronous action that cannot fail: `pending`, then `success`, both synchronous. */
export const runSync = <Result>(act: () => Result): Observable<UseCaseState<'working', Result, never>> =>
  concat(
    of({ status: 'pending', step: 'working' } as const),
    defer(() => of({ status: 'success', data: act() } as const)),
  );
