import { useAction } from './use-action.js';

/**
 * Has the connected account sign a text. `state` is `pending` with step `approve-in-wallet`, then `success` with the
 * signature, or `error`. Unmounting cancels.
 * @example
 * const { signMessageAsync } = useSignMessage();
 * const signature = await signMessageAsync({ message: 'Hello' });
 */
export const useSignMessage = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useSignMessage', (useCases) => useCases.signMessage);
  return { ...state, signMessage: run, signMessageAsync: runAsync, cancel, reset };
};
