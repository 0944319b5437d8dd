import type { Container, ContainerModule } from 'inversify';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { ReconnectWallets } from '../application/connect/reconnect-wallets.use-case.js';
import { CHAIN, type Chain } from '../application/ports/chain.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import type { ChainRegistry } from '../application/shared/chain-registry.js';
import type { Namespace } from '../domain/caip/namespace.js';
import type { Network, NetworkDefinition } from '../domain/network/network.js';
import { invalidOption } from '../domain/options/schema-builders.js';
import type { ModuleLoader } from './module-loader.js';
import type { LatchkeyModule } from './wire.js';

/** Adds and removes chain adapters at runtime. */
export class RuntimeAdapters {
  readonly #container: Container;
  readonly #loader: ModuleLoader;
  readonly #chains: ChainRegistry;
  readonly #connections: ConnectionStore;
  readonly #reconnect: Pick<ReconnectWallets, 'execute'>;
  readonly #logger: Logger;
  readonly #extend: (network: NetworkDefinition) => Network;
  /** Modules of the chains that were added at runtime. */
  readonly #modules = new Map<Chain, ContainerModule>();
  /** Removed chains whose module stays loaded: it was there from the start, or has other chains. */
  readonly #removed = new WeakSet<Chain>();

  constructor(
    container: Container,
    loader: ModuleLoader,
    chains: ChainRegistry,
    connections: ConnectionStore,
    reconnect: Pick<ReconnectWallets, 'execute'>,
    logger: Logger,
    extend: (network: NetworkDefinition) => Network,
  ) {
    this.#container = container;
    this.#loader = loader;
    this.#chains = chains;
    this.#connections = connections;
    this.#reconnect = reconnect;
    this.#logger = logger;
    this.#extend = extend;
  }

  /** Binds the chains of a module, adds networks to their namespaces and restores their stored connections. */
  readonly add = (module: LatchkeyModule, definitions: readonly NetworkDefinition[]): void => {
    const networks = definitions.map(this.#extend);
    const loaded = this.#loader.load(module);
    let added: readonly Chain[];
    try {
      added = this.#container
        .getAll(CHAIN, { chained: true })
        .map((chain) => this.#chains.decorate(chain))
        .filter((chain) => this.#chains.get(chain.namespace) !== chain && !this.#removed.has(chain));
      this.#check(added, networks);
    } catch (error) {
      // Also if a factory of the module throws: bindings that stay would make every later `add` fail.
      this.#loader.unload(loaded);
      throw error;
    }
    for (const chain of added) {
      this.#modules.set(chain, loaded);
      this.#addChain(chain, networks);
    }
  };

  /** Removes the adapter of a namespace. Does nothing if the namespace is connected or is the last one. */
  readonly remove = (namespace: Namespace): void => {
    const chain = this.#chains.get(namespace);
    if (chain === undefined || !this.#connections.dispatch({ type: 'namespace-removed', namespace })) return;
    this.#chains.remove(namespace);
    const module = this.#modules.get(chain);
    this.#modules.delete(chain);
    if (module === undefined) this.#removed.add(chain);
    else if (![...this.#modules.values()].includes(module)) this.#loader.unload(module);
    else this.#removed.add(chain);
  };

  #check(added: readonly Chain[], networks: readonly Network[]): void {
    if (added.length === 0) throw invalidOption('adapter', 'write a module that binds a chain, such as eip155()');
    const namespaces = added.map(({ namespace }) => namespace);
    namespaces.forEach((namespace, index) => {
      if (this.#chains.has(namespace)) throw invalidOption('adapter', `remove the adapter of ${namespace} first`);
      if (namespaces.indexOf(namespace) !== index) throw invalidOption('adapter', `bind one chain of ${namespace}`);
      const isConfigured = this.#connections.state.namespaces[namespace] !== undefined;
      if (!isConfigured && !networks.some(({ chainNamespace }) => chainNamespace === namespace))
        throw invalidOption('networks', `write at least one network of ${namespace}`);
    });
    networks.forEach(({ caipNetworkId, chainNamespace }, index) => {
      const field = `networks[${index}]`;
      if (!namespaces.includes(chainNamespace)) throw invalidOption(field, `write networks of ${namespaces.join(', ')} only`);
      if (networks.findIndex((other) => other.caipNetworkId === caipNetworkId) !== index)
        throw invalidOption(field, `write ${caipNetworkId} once`);
    });
  }

  #addChain(chain: Chain, networks: readonly Network[]): void {
    const { namespace } = chain;
    const [first, ...others] = networks.filter(({ chainNamespace }) => chainNamespace === namespace);
    this.#chains.add(chain);
    if (first !== undefined) {
      const requested = [first, ...others] as const;
      const isNew = this.#connections.dispatch({ type: 'namespace-added', namespace, networks: requested });
      if (!isNew) this.#connections.dispatch({ type: 'networks-changed', namespace, networks: requested });
    }
    this.#reconnect.execute({ namespace }).subscribe({
      error: (defect) => this.#logger.error(`The stored connection of ${namespace} could not be restored`, defect),
    });
  }
}
