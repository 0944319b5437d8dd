import type { DisconnectWalletInput, DisconnectWalletState } from '../../application/connect/disconnect-wallet.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Disconnects one namespace, or all by default. `status` is `pending`, then `success` with the namespaces in `data`, or `error` with code
 * `connection/disconnect-failed` if the wallet failed to disconnect. The app is disconnected either way.
 * @example
 * const { disconnect } = useDisconnect();
 * <button onClick={() => disconnect()}>Disconnect</button>
 */
export const useDisconnect = (): ActionResult<'disconnect', [input?: DisconnectWalletInput], DisconnectWalletState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useDisconnect', (useCases) => useCases.disconnectWallet);
  return { ...state, disconnect: run, disconnectAsync: runAsync, cancel, reset };
};
