import { useUseCase } from './use-use-case.js';

/**
 * Has the connected account sign structured data. `state` is `pending` with step `approve-in-wallet`, then `success`
 * with the signature, or `error`. Unmounting cancels.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export const useSignTypedData = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useSignTypedData', (useCases) => useCases.signTypedData);
  return { state, signTypedData: run, signTypedDataAsync: runAsync, cancel, reset };
};
