import { useAction } from './use-action.js';

/**
 * Connects a wallet. `state` goes from `pending` with step `open-wallet` to `success` with the account, or to `error`.
 * Unmounting cancels.
 * @example
 * const { status, connect } = useConnect();
 * <button onClick={() => connect({ namespace: 'eip155', connectorId: 'io.metamask' })}>Connect</button>
 * {state.status === 'error' && <p role="alert">{state.error.message}</p>}
 */
export const useConnect = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useConnect', (useCases) => useCases.connectWallet);
  return { ...state, connect: run, connectAsync: runAsync, cancel, reset };
};
