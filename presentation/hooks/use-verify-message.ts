import { useUseCase } from './use-use-case.js';

/**
 * Says whether an account signed a text: the connected one, or the one that is named. For display only: a server has to
 * verify for itself.
 * @example
 * const { state, verifyMessage } = useVerifyMessage();
 * verifyMessage({ message: 'hello', signature });
 */
export const useVerifyMessage = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useVerifyMessage', (useCases) => useCases.verifyMessage);
  return { state, verifyMessage: run, verifyMessageAsync: runAsync, cancel, reset };
};
