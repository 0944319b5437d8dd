import type { EnterEmailCodeInput, EnterEmailCodeState } from '../../application/embedded-wallet/enter-email-code.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Enters the code that was mailed to log in. After `success`, connect the embedded wallet: `connect({ namespace, connectorId: 'ID_AUTH' })` of
 * {@link useConnect}. Unmounting cancels.
 * @example
 * const { enterEmailCode, error } = useEnterEmailCode();
 * <button onClick={() => enterEmailCode({ otp: '123456' })}>Continue</button>
 */
export const useEnterEmailCode = (): ActionResult<'enterEmailCode', [input: EnterEmailCodeInput], EnterEmailCodeState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useEnterEmailCode', (useCases) => useCases.enterEmailCode);
  return { ...state, enterEmailCode: run, enterEmailCodeAsync: runAsync, cancel, reset };
};
