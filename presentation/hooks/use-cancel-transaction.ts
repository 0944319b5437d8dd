import type { ReplaceTransactionInput, ReplaceTransactionState } from '../../application/send/replace-transaction.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Replaces a waiting transaction of `useInFlight` by one that moves nothing. `success` once that is in a block; fails with
 * `network/transaction-replaced` if the first one was faster. `cancel` cancels the request, as in every action.
 * @example
 * const { status, cancelTransaction } = useCancelTransaction();
 * cancelTransaction({ chainId, hash });
 */
export const useCancelTransaction = (): ActionResult<'cancelTransaction', [input: ReplaceTransactionInput], ReplaceTransactionState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useCancelTransaction', (useCases) => useCases.cancelTransaction);
  return { ...state, cancelTransaction: run, cancelTransactionAsync: runAsync, cancel, reset };
};
