import { useAction } from './use-action.js';

/**
 * Makes another account of those that the wallet shares the active one of its namespace, without asking the wallet. `state`
 * is `pending` with step `working`, then `success` with the account, or `error`.
 * @example
 * const { allAccounts } = useAccount({ namespace: 'bip122' });
 * const { setActiveAccount } = useSetActiveAccount();
 * allAccounts.map(({ address, type }) => <button onClick={() => setActiveAccount({ namespace: 'bip122', address, type })}>{address}</button>)
 */
export const useSetActiveAccount = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useSetActiveAccount', (useCases) => useCases.switchAccount);
  return { ...state, setActiveAccount: run, setActiveAccountAsync: runAsync, cancel, reset };
};
