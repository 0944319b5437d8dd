import { useAction } from './use-action.js';

/**
 * Disconnects one namespace, or all without one. `state` is `pending`, then `success` with the namespaces, or `error`
 * `connection/disconnect-failed` where the wallet did not play along; the page is disconnected all the same.
 * @example
 * const { disconnect } = useDisconnect();
 * <button onClick={() => disconnect()}>Disconnect</button>
 */
export const useDisconnect = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useDisconnect', (useCases) => useCases.disconnectWallet);
  return { ...state, disconnect: run, disconnectAsync: runAsync, cancel, reset };
};
