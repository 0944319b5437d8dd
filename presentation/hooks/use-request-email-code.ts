import type { RequestEmailCodeInput, RequestEmailCodeState } from '../../application/embedded-wallet/request-email-code.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Begins a login to the embedded wallet: the secure site mails a code, or a link on a new device. `data` says what comes next: `enter-code`
 * ({@link useEnterEmailCode}), `approve-device` ({@link useApproveDevice}) or `none`, then connect `ID_AUTH` with {@link useConnect}. Calls it
 * again to send another mail: `embedded-wallet/email-cooldown` within 30 s. Unmounting cancels.
 * @example
 * const { requestEmailCode, data, error } = useRequestEmailCode();
 * <button onClick={() => requestEmailCode({ email: 'ada@example.com' })}>Send code</button>
 */
export const useRequestEmailCode = (): ActionResult<'requestEmailCode', [input: RequestEmailCodeInput], RequestEmailCodeState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useRequestEmailCode', (useCases) => useCases.requestEmailCode);
  return { ...state, requestEmailCode: run, requestEmailCodeAsync: runAsync, cancel, reset };
};
