import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chains, requireChain } from '../ports/chain.port.js';
import type { ChainNames } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { abortable } from '../shared/abortable.js';

/** How long an answer counts (specification, section 9). */
const FRESH_MS = 5 * 60_000;

/** Where names are kept that stand for accounts on all networks of their namespace. @see https://docs.ens.domains */
const HOME: Readonly<Partial<Record<Namespace, string>>> = { eip155: 'eip155:1' };

/** An answer that is there or under way. */
interface Known {
  readonly at: number;
  readonly answer: Promise<string | null>;
}

/**
 * Reads names through the chains, each question once in five minutes; who asks the same meanwhile shares the answer. A
 * failure is not kept.
 */
export class NameReader {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();

  constructor(chains: Chains, connections: ConnectionStore, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#clock = clock;
  }

  /**
   * The address behind a name, `null` when the name is free.
   * @throws LatchkeyError `chain/unsupported` where the namespace has no names; what the chain fails with
   */
  resolve(namespace: Namespace, name: string, signal: AbortSignal): Promise<string | null> {
    return this.#ask(namespace, 'resolve', name, signal, (names, network, own) => names.resolve({ name, network }, own));
  }

  /** The name that an address goes by, or `null`. @throws LatchkeyError as {@link resolve} */
  lookUp(namespace: Namespace, address: string, signal: AbortSignal): Promise<string | null> {
    return this.#ask(namespace, 'lookUp', address, signal, (names, network, own) => names.lookUp({ address, network }, own));
  }

  /** Where the picture of a name is, or `null`. @throws LatchkeyError as {@link resolve} */
  avatar(namespace: Namespace, name: string, signal: AbortSignal): Promise<string | null> {
    return this.#ask(namespace, 'avatar', name, signal, (names, network, own) => names.avatar({ name, network }, own));
  }

  async #ask(
    namespace: Namespace,
    method: keyof ChainNames,
    input: string,
    signal: AbortSignal,
    ask: (names: ChainNames, network: Network, signal: AbortSignal) => Promise<string | null>,
  ): Promise<string | null> {
    signal.throwIfAborted();
    const names = requireChain(this.#chains, namespace).services?.names;
    const network = this.#networkOf(namespace);
    if (names === undefined || network === null || network.unknown)
      throw new LatchkeyError('chain/unsupported', { chainId: network?.caipNetworkId ?? namespace });
    const key = `${network.caipNetworkId} ${method} ${input}`;
    const now = this.#clock.now();
    for (const [each, { at }] of this.#known) if (now - at >= FRESH_MS) this.#known.delete(each);
    const known = this.#known.get(key) ?? { at: now, answer: ask(names, network, this.#connections.life) };
    this.#known.set(key, known);
    try {
      return await abortable(known.answer, signal);
    } catch (error) {
      if (!signal.aborted && this.#known.get(key) === known) this.#known.delete(key);
      throw error;
    }
  }

  /** The network that keeps the names: their home where it is configured, else the one in use. */
  #networkOf(namespace: Namespace): Network | null {
    const state = this.#connections.state.namespaces[namespace];
    if (state === undefined) return null;
    const home = state.requested.find(({ caipNetworkId }) => caipNetworkId === HOME[namespace]);
    return home ?? networkOf(state);
  }
}
