import { useAction } from './use-action.js';

/**
 * Has the person choose in an EVM wallet which accounts it shares. `state` is `pending` with step `approve-in-wallet`, then
 * `success` with the accounts, or `error`.
 * @example
 * const { requestAccounts } = useRequestAccounts();
 * <button onClick={() => requestAccounts()}>Other accounts</button>
 */
export const useRequestAccounts = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useRequestAccounts', (useCases) => useCases.chooseAccounts);
  return { ...state, requestAccounts: run, requestAccountsAsync: runAsync, cancel, reset };
};
