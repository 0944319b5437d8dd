import type { LogInWithSocialInput, LogInWithSocialState } from '../../application/embedded-wallet/log-in-with-social.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Logs in to the embedded wallet with a social account. `step` is `open-provider`, `log-in-at-provider` while the user is in the window, then
 * `working`. After `success`, connect the embedded wallet: `connect({ namespace, connectorId: 'ID_AUTH' })` of {@link useConnect}. Unmounting
 * cancels and closes the window.
 * @example
 * const { browser } = useLatchkey();
 * const { logInWithSocial, step, error } = useLogInWithSocial();
 * // In the click: browsers block windows that are opened later.
 * <button onClick={() => logInWithSocial({ provider: 'google', popup: browser.openPopup() })}>Continue with Google</button>
 */
export const useLogInWithSocial = (): ActionResult<'logInWithSocial', [input: LogInWithSocialInput], LogInWithSocialState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useLogInWithSocial', (useCases) => useCases.logInWithSocial);
  return { ...state, logInWithSocial: run, logInWithSocialAsync: runAsync, cancel, reset };
};
