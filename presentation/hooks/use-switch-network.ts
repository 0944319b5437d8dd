import type { SwitchNetworkInput, SwitchNetworkState } from '../../application/network/switch-network.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Switches to a configured network, and adds it to a wallet that does not have it. `status` is `pending` with step `working` or
 * `approve-in-wallet`, then `success` with the network in `data`, or `error`. Unmounting cancels.
 * @example
 * const { switchNetwork } = useSwitchNetwork();
 * <button onClick={() => switchNetwork({ chainId: 'eip155:137' })}>Polygon</button>
 */
export const useSwitchNetwork = (): ActionResult<'switchNetwork', [input: SwitchNetworkInput], SwitchNetworkState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useSwitchNetwork', (useCases) => useCases.switchNetwork);
  return { ...state, switchNetwork: run, switchNetworkAsync: runAsync, cancel, reset };
};
