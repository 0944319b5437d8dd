import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState, ConnectionStatus } from '../../domain/connection/connection-state.js';
import { connectedNamespacesOf, statusOf } from '../../domain/connection/connection-views.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

/** Connection status of the app. */
export interface Connection {
  /** Status of the active namespace. */
  readonly status: ConnectionStatus;
  /** True once stored connections are restored or discarded. Until then `disconnected` may be temporary. */
  readonly initialized: boolean;
  readonly activeNamespace: Namespace;
  readonly connectedNamespaces: readonly Namespace[];
}

const slice = (state: ConnectionState): Connection => ({
  status: statusOf(state.namespaces[state.activeNamespace]),
  initialized: state.initialized,
  activeNamespace: state.activeNamespace,
  connectedNamespaces: connectedNamespacesOf(state),
});

const watch = (client: Latchkey) => watchConnection(client, slice);

/**
 * Returns the connection status.
 * @example const { status } = useConnectionStatus(); // 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
 */
export const useConnectionStatus = (): Connection => useObservable('useConnectionStatus', watch);
