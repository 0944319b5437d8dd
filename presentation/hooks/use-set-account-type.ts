import type { SetAccountTypeInput, SetAccountTypeState } from '../../application/embedded-wallet/set-account-type.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Switches the embedded wallet between its standard account (`eoa`) and its smart account on EVM chains. `data` is the account in use. If the
 * secure site refuses, that is the standard account. Unmounting cancels.
 * @example
 * const { setAccountType, isPending } = useSetAccountType();
 * <button disabled={isPending} onClick={() => setAccountType({ type: 'eoa' })}>Standard account</button>
 */
export const useSetAccountType = (): ActionResult<'setAccountType', [input: SetAccountTypeInput], SetAccountTypeState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSetAccountType', (useCases) => useCases.setAccountType);
  return { ...state, setAccountType: run, setAccountTypeAsync: runAsync, cancel, reset };
};
