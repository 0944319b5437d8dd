import type { Namespace } from '../../domain/caip/namespace.js';
import { disconnectedNamespace, initialConnectionState } from '../../domain/connection/connection-machine.js';
import type { ConnectionState, LostConnection, NamespaceState } from '../../domain/connection/connection-state.js';
import { cachedSessionOf, lostConnectionOf } from '../../domain/connection/stored-connection.js';
import { initialNetwork } from '../../domain/network/initial-network.js';
import type { Network } from '../../domain/network/network.js';
import type { Options } from '../../domain/options/options.js';
import type { ConnectionRepository } from './connection-repository.js';

/**
 * Creates the initial state: disconnected, on the last active or the default network. Stored details of remote
 * wallets are included, to be displayed while their session is restored.
 */
export const initialConnection = (
  { networks, defaultNetwork }: Pick<Options, 'networks' | 'defaultNetwork'>,
  repository: ConnectionRepository,
): ConnectionState => {
  const active = initialNetwork(networks, { stored: repository.lastNetwork(), defaultNetwork });
  const groups = new Map<Namespace, [Network, ...Network[]]>();
  for (const network of networks) {
    const group = groups.get(network.chainNamespace);
    if (group === undefined) groups.set(network.chainNamespace, [network]);
    else group.push(network);
  }
  const namespaces: Partial<Record<Namespace, NamespaceState>> = {};
  const lost: Partial<Record<Namespace, LostConnection>> = {};
  for (const [namespace, requested] of groups) {
    const { caipNetworkId } = namespace === active.chainNamespace ? active : requested[0];
    const rememberedConnection = repository.rememberedConnectionOf(namespace);
    const remembered =
      rememberedConnection !== null && repository.connectorIdOf(namespace) === rememberedConnection.connectorId
        ? cachedSessionOf(caipNetworkId, rememberedConnection)
        : null;
    namespaces[namespace] = disconnectedNamespace(requested, caipNetworkId, remembered);
    const loss =
      rememberedConnection !== null && repository.connectorIdOf(namespace) === null ? lostConnectionOf(rememberedConnection) : null;
    if (loss !== null) lost[namespace] = loss;
  }
  return initialConnectionState(namespaces, active.chainNamespace, lost);
};
