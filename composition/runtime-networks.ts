import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { Chains } from '../application/ports/chain.port.js';
import type { Namespace } from '../domain/caip/namespace.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { Network, NetworkDefinition } from '../domain/network/network.js';

/** Adds and removes networks at runtime. */
export class RuntimeNetworks {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #extend: (network: NetworkDefinition) => Network;

  constructor(chains: Chains, connections: ConnectionStore, extend: (network: NetworkDefinition) => Network) {
    this.#chains = chains;
    this.#connections = connections;
    this.#extend = extend;
  }

  /** Adds a network, and its namespace if that has no networks yet. A network that exists already is replaced in its position. */
  readonly add = (namespace: Namespace, definition: NetworkDefinition): void => {
    if (!this.#chains.has(namespace)) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const network = this.#extend({ ...definition, chainNamespace: namespace });
    const requested = this.#connections.state.namespaces[namespace]?.networks ?? [];
    const networks = new Map(requested.map((each) => [each.caipNetworkId, each]));
    networks.set(network.caipNetworkId, network);
    this.#connections.dispatch({ type: 'namespace-added', namespace, networks: [network] });
    this.#change(namespace, [...networks.values()]);
  };

  /** Removes a network by its chain id without the namespace. The last network of a namespace cannot be removed. */
  readonly remove = (namespace: Namespace, networkId: number | string): void => {
    const own = this.#connections.state.namespaces[namespace];
    if (own === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const remaining = own.networks.filter(({ id }) => String(id) !== String(networkId));
    if (remaining.length === own.networks.length) throw new LatchkeyError('network/not-found', { chainId: `${namespace}:${networkId}` });
    if (remaining.length === 0) throw new LatchkeyError('network/last-of-namespace', { namespace });
    this.#change(namespace, remaining);
  };

  #change(namespace: Namespace, [first, ...others]: readonly Network[]): void {
    if (first !== undefined) this.#connections.dispatch({ type: 'networks-changed', namespace, networks: [first, ...others] });
  }
}
