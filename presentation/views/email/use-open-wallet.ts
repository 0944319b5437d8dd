import { useCallback } from 'react';
import { AUTH_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { useConnect } from '../../hooks/use-connect.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';

/** Connects the embedded wallet of the user who has logged in. The modal closes itself then. */
export const useOpenWallet = () => {
  const { activeNamespace } = useConnectionStatus();
  const connectors = useConnectors();
  const { connect, status, error } = useConnect();
  const own = connectors.filter(({ type }) => type === 'AUTH').map(({ namespace }) => namespace);
  // The namespace in use may have no embedded wallet.
  const namespace = own.includes(activeNamespace) ? activeNamespace : (own[0] ?? activeNamespace);
  const open = useCallback(() => connect({ namespace, connectorId: AUTH_CONNECTOR_ID }), [connect, namespace]);
  return { open, status, error };
};
