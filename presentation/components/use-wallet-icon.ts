import type { Namespace } from '../../domain/caip/namespace.js';
import { connectorRows } from '../../domain/connection/connector-list.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useOptions } from '../hooks/use-options.js';

/** Parameters of {@link useWalletIcon}. */
export interface WalletIconInput {
  readonly namespace: Namespace;
  readonly connectorId: string | undefined;
  /** Icon that the wallet announced in this namespace. */
  readonly icon: string | null | undefined;
}

/**
 * Returns the picture of a wallet: the app's, else the wallet's own, else that of the same wallet in another namespace, because Polkadot
 * extensions announce none.
 */
export const useWalletIcon = ({ namespace, connectorId, icon }: WalletIconInput): string | null => {
  const { connectorImages } = useOptions();
  const connectors = useConnectors();
  if (connectorId === undefined) return icon ?? null;
  const row = connectorRows(connectors).find((each) =>
    each.connectors.some((connector) => connector.id === connectorId && connector.namespace === namespace),
  );
  return connectorImages?.[connectorId] ?? icon ?? row?.icon ?? null;
};
