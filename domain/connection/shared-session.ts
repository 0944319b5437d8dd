import { type Namespace, namespacesOf } from '../caip/namespace.js';
import type { ConnectionState } from './connection-state.js';
import { AUTH_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID } from './connector.js';

const connectorIdOf = (state: ConnectionState, namespace: Namespace): string | undefined => {
  const namespaceState = state.namespaces[namespace];
  return namespaceState?.session?.connector.id ?? namespaceState?.attempt?.connectorId;
};

/** True for connectors whose namespaces all share one session. */
export const sharesSession = (connectorId: string | undefined): boolean =>
  connectorId === WALLET_CONNECT_CONNECTOR_ID || connectorId === AUTH_CONNECTOR_ID;

/**
 * Namespaces that disconnect together: all configured ones without `namespace`, else the given one and those that share its WalletConnect
 * session or embedded wallet.
 */
export const namespacesSharingSession = (state: ConnectionState, namespace: Namespace | undefined): readonly Namespace[] => {
  const all = namespacesOf(state.namespaces);
  if (namespace === undefined) return all;
  const connectorId = connectorIdOf(state, namespace);
  return all.filter((each) => each === namespace || (sharesSession(connectorId) && connectorIdOf(state, each) === connectorId));
};
