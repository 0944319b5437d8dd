import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';

/** The EVM network in use, for which names are registered. @throws LatchkeyError `network/not-found` */
export const namingNetwork = ({ state }: Pick<ConnectionStore, 'state'>): Network => {
  const own = state.namespaces.eip155;
  const network = own === undefined ? undefined : networkOf(own);
  if (network === undefined || network.unknown === true)
    throw new LatchkeyError('network/not-found', { chainId: network?.caipNetworkId ?? 'eip155' });
  return network;
};
