import { useAction } from './use-action.js';

/**
 * Connects several namespaces one after another. `state` is `pending` with the `progress` of each, then `success` with the
 * outcome of each: one that fails leaves the others. Unmounting cancels the one under way; what is connected stays.
 * @example
 * const { status, connectNamespaces } = useConnectNamespaces();
 * <button onClick={() => connectNamespaces({ connectors: [{ namespace: 'eip155', connectorId }, { namespace: 'solana', connectorId }] })}>Connect</button>
 */
export const useConnectNamespaces = () => {
  const { state, run, runAsync, cancel, reset } = useAction('useConnectNamespaces', (useCases) => useCases.connectWallets);
  return { ...state, connectNamespaces: run, connectNamespacesAsync: runAsync, cancel, reset };
};
