import type { SignOutInput, SignOutState } from '../../application/sign-in/sign-out.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Revokes the sign-in sessions of the connected account. The wallet stays connected.
 * @example const { signOut } = useSignOut();
 */
export const useSignOut = (): ActionResult<'signOut', [input?: SignOutInput], SignOutState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSignOut', (useCases) => useCases.signOut);
  return { ...state, signOut: run, signOutAsync: runAsync, cancel, reset };
};
