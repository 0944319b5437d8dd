import type { SetActiveAccountInput, SetActiveAccountState } from '../../application/account/set-active-account.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Makes another account that the wallet shares the active one of its namespace, without a wallet request. `status` is `pending` with step
 * `working`, then `success` with the account in `data`, or `error`.
 * @example
 * const { allAccounts } = useAccount({ namespace: 'bip122' });
 * const { setActiveAccount } = useSetActiveAccount();
 * allAccounts.map(({ address, type }) => <button onClick={() => setActiveAccount({ namespace: 'bip122', address, type })}>{address}</button>)
 */
export const useSetActiveAccount = (): ActionResult<'setActiveAccount', [input: SetActiveAccountInput], SetActiveAccountState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSetActiveAccount', (useCases) => useCases.setActiveAccount);
  return { ...state, setActiveAccount: run, setActiveAccountAsync: runAsync, cancel, reset };
};
