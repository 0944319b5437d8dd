import { useUseCase } from './use-use-case.js';

/**
 * Connects a wallet. `state` goes from `pending` with step `open-wallet` to `success` with the account, or to `error`.
 * Unmounting cancels.
 * @example
 * const { state, connect } = useConnectWallet();
 * <button onClick={() => connect({ namespace: 'eip155', connectorId: 'io.metamask' })}>Connect</button>
 * {state.status === 'error' && <p role="alert">{state.error.message}</p>}
 */
export const useConnectWallet = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useConnectWallet', (useCases) => useCases.connectWallet);
  return { state, connect: run, connectAsync: runAsync, cancel, reset };
};
