import { useAction } from './use-action.js';

/**
 * Moves to a configured network, and offers it to a wallet that does not know it. `state` is `pending` with step
 * `working` or `approve-in-wallet`, then `success` with the network, or `error`. Unmounting cancels.
 * @example
 * const { switchNetwork } = useSwitchNetwork();
 * <button onClick={() => switchNetwork({ chainId: 'eip155:137' })}>Polygon</button>
 */
export const useSwitchNetwork = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useSwitchNetwork', (useCases) => useCases.switchNetwork);
  return { ...state, switchNetwork: run, switchNetworkAsync: runAsync, cancel, reset };
};
