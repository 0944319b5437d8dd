import type { Namespace } from '../../domain/caip/namespace.js';
import { idleNamespace, initialConnectionState } from '../../domain/connection/connection-machine.js';
import type { ConnectionState, NamespaceState } from '../../domain/connection/connection-state.js';
import { initialNetwork } from '../../domain/network/initial-network.js';
import type { Network } from '../../domain/network/network.js';
import type { Options } from '../../domain/options/options.js';
import type { ConnectionMemory } from './connection-memory.js';

/** Everything disconnected, on the network that was last in use or that the host asks for. */
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
  for (const [namespace, requested] of groups) {
    const selected = namespace === active.chainNamespace ? active : requested[0];
    namespaces[namespace] = idleNamespace(requested, selected.caipNetworkId);
  }
  return initialConnectionState(namespaces, active.chainNamespace);
};
