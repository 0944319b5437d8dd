import type { SignInInput, SignInRunState } from '../../application/sign-in/sign-in.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Signs the connected account in: requests a signature in the wallet and has the sign-in service verify it. `status` is `pending` with the
 * step `approve-in-wallet` while the user decides, then `success` with the session in `data`, or `error`. Unmounting cancels.
 * @see https://chainagnostic.org/CAIPs/caip-122
 * @example
 * const { signIn, isPending } = useSignIn();
 * <button disabled={isPending} onClick={() => signIn()}>Sign in</button>
 */
export const useSignIn = (): ActionResult<'signIn', [input?: SignInInput], SignInRunState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSignIn', (useCases) => useCases.signIn);
  return { ...state, signIn: run, signInAsync: runAsync, cancel, reset };
};
