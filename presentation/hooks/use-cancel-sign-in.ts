import type { CancelSignInState } from '../../application/sign-in/cancel-sign-in.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Ends the sign-in prompt: closes the modal and, if sign-in is required, disconnects the accounts that are not signed in.
 * @example const { cancelSignIn } = useCancelSignIn();
 */
export const useCancelSignIn = (): ActionResult<'cancelSignIn', [], CancelSignInState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useCancelSignIn', (useCases) => useCases.cancelSignIn);
  return { ...state, cancelSignIn: run, cancelSignInAsync: runAsync, cancel, reset };
};
