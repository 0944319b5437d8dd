import type { Namespace } from '../../domain/caip/namespace.js';
import { connectorRows } from '../../domain/connection/connector-list.js';
import { useConnectors } from '../hooks/use-connectors.js';
import { useOptions } from '../hooks/use-options.js';

/** Whose picture is wanted. */
export interface WalletPictureInput {
  readonly namespace: Namespace;
  readonly connectorId: string | undefined;
  /** What the wallet brought by itself in this namespace. */
  readonly icon: string | null | undefined;
}

/**
 * The picture of a wallet: the host's, else its own, else the one by which it is known in another namespace, for on Polkadot an
 * extension brings none.
 */
export const useWalletPicture = ({ namespace, connectorId, icon }: WalletPictureInput): string | null => {
  const { connectorImages } = useOptions();
  const connectors = useConnectors();
  if (connectorId === undefined) return icon ?? null;
  const row = connectorRows(connectors).find((each) =>
    each.connectors.some(({ id, namespace: of }) => id === connectorId && of === namespace),
  );
  return connectorImages?.[connectorId] ?? icon ?? row?.icon ?? null;
};
