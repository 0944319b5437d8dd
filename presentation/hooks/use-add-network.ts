import { useAction } from './use-action.js';

/**
 * Offers a configured network to the wallet. `state` is `pending` with step `approve-in-wallet`, then `success` or `error`.
 * Unmounting cancels.
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export const useAddNetwork = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useAddNetwork', (useCases) => useCases.addNetwork);
  return { ...state, addNetwork: run, addNetworkAsync: runAsync, cancel, reset };
};
