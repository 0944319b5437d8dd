import type { RequestAccountsInput, RequestAccountsState } from '../../application/account/request-accounts.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Lets the user choose in an EVM wallet which accounts to share. `status` is `pending` with step `approve-in-wallet`, then `success` with
 * the accounts in `data`, or `error`.
 * @example
 * const { requestAccounts } = useRequestAccounts();
 * <button onClick={() => requestAccounts()}>Other accounts</button>
 */
export const useRequestAccounts = (): ActionResult<'requestAccounts', [input?: RequestAccountsInput], RequestAccountsState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useRequestAccounts', (useCases) => useCases.requestAccounts);
  return { ...state, requestAccounts: run, requestAccountsAsync: runAsync, cancel, reset };
};
