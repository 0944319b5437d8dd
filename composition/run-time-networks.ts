import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { Chains } from '../application/ports/chain.port.js';
import type { Namespace } from '../domain/caip/namespace.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { Network, NetworkDefinition } from '../domain/network/network.js';

/** Adds and removes networks while the page runs. */
export class RunTimeNetworks {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #extend: (network: NetworkDefinition) => Network;

  constructor(chains: Chains, connections: ConnectionStore, extend: (network: NetworkDefinition) => Network) {
    this.#chains = chains;
    this.#connections = connections;
    this.#extend = extend;
  }

  /** Adds a network, and its namespace where it has none yet; a known one keeps its place. */
  readonly add = (namespace: Namespace, definition: NetworkDefinition): void => {
    if (!this.#chains.has(namespace)) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const network = this.#extend({ ...definition, chainNamespace: namespace });
    const known = this.#connections.state.namespaces[namespace]?.requested ?? [];
    const networks = new Map(known.map((each) => [each.caipNetworkId, each]));
    networks.set(network.caipNetworkId, network);
    this.#connections.dispatch({ type: 'namespace-added', namespace, requested: [network] });
    this.#change(namespace, [...networks.values()]);
  };

  /** Removes a network by its bare id; never the last one of its namespace. */
  readonly remove = (namespace: Namespace, networkId: number | string): void => {
    const own = this.#connections.state.namespaces[namespace];
    if (own === undefined) throw new LatchkeyError('connection/adapter-not-found', { namespace });
    const left = own.requested.filter(({ id }) => String(id) !== String(networkId));
    if (left.length === own.requested.length) throw new LatchkeyError('network/not-found', { chainId: `${namespace}:${networkId}` });
    if (left.length === 0) throw new LatchkeyError('network/last-of-namespace', { namespace });
    this.#change(namespace, left);
  };

  #change(namespace: Namespace, [first, ...others]: readonly Network[]): void {
    if (first !== undefined) this.#connections.dispatch({ type: 'networks-changed', namespace, requested: [first, ...others] });
  }
}
