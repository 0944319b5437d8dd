import type { AddNetworkInput, AddNetworkState } from '../../application/network/add-network.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Adds a configured network to the wallet. `status` is `pending` with step `approve-in-wallet`, then `success` or `error`. Unmounting
 * cancels.
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export const useAddNetwork = (): ActionResult<'addNetwork', [input: AddNetworkInput], AddNetworkState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useAddNetwork', (useCases) => useCases.addNetwork);
  return { ...state, addNetwork: run, addNetworkAsync: runAsync, cancel, reset };
};
