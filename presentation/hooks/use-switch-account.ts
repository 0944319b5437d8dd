import { useUseCase } from './use-use-case.js';

/**
 * Makes another account of those that the wallet shares the active one of its namespace, without asking the wallet. `state`
 * is `pending` with step `working`, then `success` with the account, or `error`.
 * @example
 * const { allAccounts } = useAccount({ namespace: 'bip122' });
 * const { switchAccount } = useSwitchAccount();
 * allAccounts.map(({ address, type }) => <button onClick={() => switchAccount({ namespace: 'bip122', address, type })}>{address}</button>)
 */
export const useSwitchAccount = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useSwitchAccount', (useCases) => useCases.switchAccount);
  return { state, switchAccount: run, switchAccountAsync: runAsync, cancel, reset };
};
