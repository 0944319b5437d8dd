import { lastValueFrom, type Observable } from 'rxjs';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import type { UseCaseState, UseCaseStep } from './use-case-state.js';

/**
 * Runs a use case to completion: resolves with the result, rejects with the typed error.
 * @example const account = await resultFrom(useCases.connectWallet.execute({ namespace: 'eip155', connectorId }));
 */
export const resultFrom = async <Step extends UseCaseStep, Result, Code extends ErrorCode>(
  states: Observable<UseCaseState<Step, Result, Code>>,
): Promise<Result> => {
  const last = await lastValueFrom(states, { defaultValue: undefined });
  if (last?.status === 'success') return last.data;
  if (last?.status === 'error') throw last.error;
  // Every run ends with exactly one terminal state.
  throw new Error(`The use case completed at "${last?.step}"`);
};
