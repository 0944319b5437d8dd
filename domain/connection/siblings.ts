import { type Namespace, namespacesOf } from '../caip/namespace.js';
import type { ConnectionState } from './connection-state.js';
import { AUTH_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID } from './connector.js';

const connectorOf = (state: ConnectionState, namespace: Namespace): string | undefined => {
  const own = state.namespaces[namespace];
  return own?.session?.connector.id ?? own?.attempt?.connectorId;
};

/** Whether namespaces that are connected by this connector hang on one session. */
export const sharesSession = (connectorId: string | undefined): boolean =>
  connectorId === WALLET_CONNECT_CONNECTOR_ID || connectorId === AUTH_CONNECTOR_ID;

/**
 * The namespaces that end together: all configured ones when none is named; else the named one and those that hang on
 * the same WalletConnect session or embedded wallet, which cannot live on alone.
 */
export const siblingsOf = (state: ConnectionState, namespace: Namespace | undefined): readonly Namespace[] => {
  const all = namespacesOf(state.namespaces);
  if (namespace === undefined) return all;
  const connectorId = connectorOf(state, namespace);
  return all.filter((each) => each === namespace || (sharesSession(connectorId) && connectorOf(state, each) === connectorId));
};
