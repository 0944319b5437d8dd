import { lastValueFrom, type Observable } from 'rxjs';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import type { UseCaseState, UseCaseStep } from './use-case-state.js';

/**
 * Runs a use case to its end: resolves with the result, rejects with the typed error.
 * @example const account = await lastOutcome(useCases.connectWallet.execute({ namespace: 'eip155', connectorId }));
 */
export const lastOutcome = async <Step extends UseCaseStep, Result, Code extends ErrorCode>(
  states: Observable<UseCaseState<Step, Result, Code>>,
): Promise<Result> => {
  const last = await lastValueFrom(states, { defaultValue: undefined });
  if (last?.status === 'success') return last.data;
  if (last?.status === 'error') throw last.error;
  // Every run ends with exactly one terminal state.
  throw new Error(`The use case ended at "${last?.step}"`);
};
