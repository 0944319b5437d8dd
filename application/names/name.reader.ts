import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chains, requireChain } from '../ports/chain.port.js';
import type { ChainNames } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { abortable } from '../shared/abortable.js';

/** Cache time of results (specification, section 9). */
const STALE_TIME_MS = 5 * 60_000;

/** Chain of the name registry, whose names are valid on all networks of the namespace. @see https://docs.ens.domains */
const REGISTRY_CHAIN_IDS: Readonly<Partial<Record<Namespace, string>>> = { eip155: 'eip155:1' };

/** A result or pending request. */
interface CacheEntry {
  readonly at: number;
  readonly result: Promise<string | null>;
}

/**
 * Reads names through the chains. Equal requests within five minutes share one result. Failures are not
 * cached.
 */
export class NameReader {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #clock: Clock;
  readonly #cache = new Map<string, CacheEntry>();

  constructor(chains: Chains, connections: ConnectionStore, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#clock = clock;
  }

  /**
   * Resolves a name to its address, `null` if the name is not registered.
   * @throws LatchkeyError `chain/unsupported` if the namespace has no name service, and the errors of `ChainNames`
   */
  resolve(namespace: Namespace, name: string, signal: AbortSignal): Promise<string | null> {
    return this.#read(namespace, 'resolve', name, signal, (names, network, requestSignal) =>
      names.resolve({ name, network }, requestSignal),
    );
  }

  /** Returns the primary name of an address, or `null`. @throws LatchkeyError as {@link resolve} */
  lookUp(namespace: Namespace, address: string, signal: AbortSignal): Promise<string | null> {
    return this.#read(namespace, 'lookUp', address, signal, (names, network, requestSignal) =>
      names.lookUp({ address, network }, requestSignal),
    );
  }

  /** Returns the avatar record of a name, or `null`. @throws LatchkeyError as {@link resolve} */
  avatar(namespace: Namespace, name: string, signal: AbortSignal): Promise<string | null> {
    return this.#read(namespace, 'avatar', name, signal, (names, network, requestSignal) => names.avatar({ name, network }, requestSignal));
  }

  /** The network of the name registry if it is configured, else the active network. */
  networkOf(namespace: Namespace): Network | null {
    const state = this.#connections.state.namespaces[namespace];
    if (state === undefined) return null;
    const registryNetwork = state.networks.find(({ caipNetworkId }) => caipNetworkId === REGISTRY_CHAIN_IDS[namespace]);
    return registryNetwork ?? networkOf(state);
  }

  /** Drops all results. A pending request continues for its callers, but the next one sends another. */
  forget(): void {
    this.#cache.clear();
  }

  async #read(
    namespace: Namespace,
    method: keyof ChainNames,
    input: string,
    signal: AbortSignal,
    request: (names: ChainNames, network: Network, signal: AbortSignal) => Promise<string | null>,
  ): Promise<string | null> {
    signal.throwIfAborted();
    const names = requireChain(this.#chains, namespace).services?.names;
    const network = this.networkOf(namespace);
    if (names === undefined || network === null || network.unknown)
      throw new LatchkeyError('chain/unsupported', { chainId: network?.caipNetworkId ?? namespace });
    const key = `${network.caipNetworkId} ${method} ${input}`;
    const now = this.#clock.now();
    for (const [each, { at }] of this.#cache) if (now - at >= STALE_TIME_MS) this.#cache.delete(each);
    const known = this.#cache.get(key);
    if (known !== undefined) return abortable(known.result, signal);
    const entry = { at: now, result: request(names, network, this.#connections.signal) };
    this.#cache.set(key, entry);
    // Also if all callers have gone by then.
    entry.result.catch(() => {
      if (this.#cache.get(key) === entry) this.#cache.delete(key);
    });
    return abortable(entry.result, signal);
  }
}
