import type { Namespace } from '../../domain/caip/namespace.js';
import { idleNamespace, initialConnectionState } from '../../domain/connection/connection-machine.js';
import type { ConnectionState, LostConnection, NamespaceState } from '../../domain/connection/connection-state.js';
import { rememberedLoss, rememberedSession } from '../../domain/connection/remembered-connection.js';
import { initialNetwork } from '../../domain/network/initial-network.js';
import type { Network } from '../../domain/network/network.js';
import type { Options } from '../../domain/options/options.js';
import type { ConnectionMemory } from './connection-memory.js';

/**
 * Everything disconnected, on the network that was last in use or that the host asks for. What is remembered of remote
 * wallets is there from the start, to be shown while it is restored.
 */
export const initialConnection = (
  { networks, defaultNetwork }: Pick<Options, 'networks' | 'defaultNetwork'>,
  memory: ConnectionMemory,
): ConnectionState => {
  const active = initialNetwork(networks, { stored: memory.lastNetwork(), defaultNetwork });
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
    const known = memory.rememberedOf(namespace);
    const remembered =
      known !== null && memory.connectorOf(namespace) === known.connectorId ? rememberedSession(caipNetworkId, known) : null;
    namespaces[namespace] = idleNamespace(requested, caipNetworkId, remembered);
    const loss = known !== null && memory.connectorOf(namespace) === null ? rememberedLoss(known) : null;
    if (loss !== null) lost[namespace] = loss;
  }
  return initialConnectionState(namespaces, active.chainNamespace, lost);
};
