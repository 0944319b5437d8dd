import type { SignMessageInput, SignMessageState } from '../../application/account/sign-message.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Signs a text with the connected account. `status` is `pending` with step `approve-in-wallet`, then `success` with the signature in
 * `data`, or `error`. Unmounting cancels.
 * @example
 * const { signMessageAsync } = useSignMessage();
 * const signature = await signMessageAsync({ message: 'Hello' });
 */
export const useSignMessage = (): ActionResult<'signMessage', [input: SignMessageInput], SignMessageState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSignMessage', (useCases) => useCases.signMessage);
  return { ...state, signMessage: run, signMessageAsync: runAsync, cancel, reset };
};
