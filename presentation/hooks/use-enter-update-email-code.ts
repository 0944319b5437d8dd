import type {
  EnterUpdateEmailCodeInput,
  EnterUpdateEmailCodeState,
} from '../../application/embedded-wallet/enter-update-email-code.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Enters a code that was mailed to change the address. After the code for the present address (`step: 'primary'`) `data` is `null`, and a code
 * for the new one comes; after that one (`secondary`), `data` is the new address. Unmounting cancels.
 * @example
 * const { enterUpdateEmailCode, error } = useEnterUpdateEmailCode();
 * <button onClick={() => enterUpdateEmailCode({ otp: '123456', step: 'primary' })}>Continue</button>
 */
export const useEnterUpdateEmailCode = (): ActionResult<
  'enterUpdateEmailCode',
  [input: EnterUpdateEmailCodeInput],
  EnterUpdateEmailCodeState
> => {
  const { state, run, runAsync, cancel, reset } = useAction('useEnterUpdateEmailCode', (useCases) => useCases.enterUpdateEmailCode);
  return { ...state, enterUpdateEmailCode: run, enterUpdateEmailCodeAsync: runAsync, cancel, reset };
};
