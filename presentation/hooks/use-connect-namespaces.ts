import type { ConnectNamespacesInput, ConnectNamespacesState } from '../../application/connect/connect-namespaces.use-case.js';
import { type ActionResult, useAction } from './use-action.js';

/**
 * Connects several namespaces one after another. `status` is `pending` with the `progress` of each, then `success` with the outcome of each
 * in `data`: a failure does not stop the others. Unmounting cancels the current request and keeps the established connections.
 * @example
 * const { status, connectNamespaces } = useConnectNamespaces();
 * <button onClick={() => connectNamespaces({ connectors: [{ namespace: 'eip155', connectorId }, { namespace: 'solana', connectorId }] })}>Connect</button>
 */
export const useConnectNamespaces = (): ActionResult<'connectNamespaces', [input: ConnectNamespacesInput], ConnectNamespacesState> => {
  const { state, run, runAsync, cancel, reset } = useAction('useConnectNamespaces', (useCases) => useCases.connectNamespaces);
  return { ...state, connectNamespaces: run, connectNamespacesAsync: runAsync, cancel, reset };
};
