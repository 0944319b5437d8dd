import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState, ConnectionStatus } from '../../domain/connection/connection-state.js';
import { connectedNamespacesOf, statusOf } from '../../domain/connection/connection-views.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

/** Whether somebody is connected. */
export interface Connection {
  /** Status of the active namespace. */
  readonly status: ConnectionStatus;
  /** True once stored connections were taken up or given up: before that `disconnected` may not be the last word. */
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
 * Follows whether somebody is connected.
 * @example const { status } = useConnectionStatus(); // 'disconnected' | 'connecting' | 'reconnecting' | 'connected'
 */
export const useConnectionStatus = (): Connection => useObservable('useConnectionStatus', watch);
