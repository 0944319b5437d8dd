import type { UpdateEmailInput, UpdateEmailState } from '../../application/embedded-wallet/update-email.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Begins a change of the address of the embedded wallet's user: the secure site mails a code to the present address (`data` is `primary`) or to
 * the new one (`secondary`). Enter it with {@link useEnterUpdateEmailCode}. Unmounting cancels.
 * @example
 * const { updateEmail, data } = useUpdateEmail();
 * <button onClick={() => updateEmail({ email: 'new@example.com' })}>Change</button>
 */
export const useUpdateEmail = (): ActionResult<'updateEmail', [input: UpdateEmailInput], UpdateEmailState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useUpdateEmail', (useCases) => useCases.updateEmail);
  return { ...state, updateEmail: run, updateEmailAsync: runAsync, cancel, reset };
};
