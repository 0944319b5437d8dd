import type { RegisterAccountNameInput, RegisterAccountNameState } from '../../application/names/register-account-name.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Registers a readable name for the embedded wallet's EVM account. Unmounting cancels.
 * @example
 * const { registerAccountNameAsync } = useRegisterAccountName();
 * const name = await registerAccountNameAsync({ name: 'satoshi' }); // 'satoshi.reown.id'
 */
export const useRegisterAccountName = (): ActionResult<'registerAccountName', [RegisterAccountNameInput], RegisterAccountNameState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useRegisterAccountName', (useCases) => useCases.registerAccountName);
  return { ...state, registerAccountName: run, registerAccountNameAsync: runAsync, cancel, reset };
};
