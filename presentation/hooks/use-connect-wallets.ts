import { useUseCase } from './use-use-case.js';

/**
 * Connects several namespaces one after another. `state` is `pending` with the `progress` of each, then `success` with the
 * outcome of each: one that fails leaves the others. Unmounting cancels the one under way; what is connected stays.
 * @example
 * const { state, connectWallets } = useConnectWallets();
 * <button onClick={() => connectWallets({ connectors: [{ namespace: 'eip155', connectorId }, { namespace: 'solana', connectorId }] })}>Connect</button>
 */
export const useConnectWallets = () => {
  const { state, run, runAsync, cancel, reset } = useUseCase('useConnectWallets', (useCases) => useCases.connectWallets);
  return { state, connectWallets: run, connectWalletsAsync: runAsync, cancel, reset };
};
