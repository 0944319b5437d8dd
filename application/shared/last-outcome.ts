import type { Observable } from 'rxjs';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import type { UseCaseState, UseCaseStep } from './use-case-state.js';

/**
 * Runs a use case to its end: resolves with the result, rejects with the typed error.
 * @example const account = await lastOutcome(useCases.connectWallet.execute({ namespace: 'eip155', connectorId }));
 */
export const lastOutcome = <Step extends UseCaseStep, Result, Code extends ErrorCode>(
  states: Observable<UseCaseState<Step, Result, Code>>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    let last: UseCaseState<Step, Result, Code> | undefined;
    states.subscribe({
      next: (state) => {
        last = state;
      },
      error: reject,
      complete: () => {
        if (last?.status === 'success') resolve(last.result);
        else if (last?.status === 'error') reject(last.error);
        // Every run ends with exactly one terminal state.
        else reject(new Error(`The use case ended at "${last?.step}"`));
      },
    });
  });
