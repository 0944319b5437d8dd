import { useUseCase } from './use-use-case.js';

/**
 * Has the person choose in an EVM wallet which accounts it shares. `state` is `pending` with step `approve-in-wallet`, then
 * `success` with the accounts, or `error`.
 * @example
 * const { chooseAccounts } = useChooseAccounts();
 * <button onClick={() => chooseAccounts()}>Other accounts</button>
 */
export const useChooseAccounts = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useChooseAccounts', (useCases) => useCases.chooseAccounts);
  return { state, chooseAccounts: run, chooseAccountsAsync: runAsync, cancel, reset };
};
