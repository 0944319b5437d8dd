import type { ConnectWalletInput, ConnectWalletState } from '../../application/connect/connect-wallet.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Connects a wallet. `status` is `pending` with step `open-wallet`, then `success` with the account in `data`, or `error`. Unmounting
 * cancels.
 * @example
 * const { error, connect } = useConnect();
 * <button onClick={() => connect({ namespace: 'eip155', connectorId: 'io.metamask' })}>Connect</button>
 * {error && <p role="alert">{error.message}</p>}
 */
export const useConnect = (): ActionResult<'connect', [input: ConnectWalletInput], ConnectWalletState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useConnect', (useCases) => useCases.connectWallet);
  return { ...state, connect: run, connectAsync: runAsync, cancel, reset };
};
