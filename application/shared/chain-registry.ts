import { type Observable, Subject } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Chain } from '../ports/chain.port.js';
import { token } from './token.js';

/** What a chain gains before the client uses it. */
export type ChainDecorator = (chain: Chain) => Chain;

/** The chains of a client, by namespace. Hosts add and remove them while the page runs. */
export class ChainRegistry extends Map<Namespace, Chain> {
  readonly #changes = new Subject<void>();
  readonly #decorate: ChainDecorator;
  readonly #decorated = new WeakMap<Chain, Chain>();

  constructor(chains: readonly Chain[] = [], decorate: ChainDecorator = (chain) => chain) {
    super();
    this.#decorate = decorate;
    for (const chain of chains) this.set(chain.namespace, this.asUsed(chain));
  }

  /** A chain as the client uses it: always the same one for a chain. */
  asUsed(chain: Chain): Chain {
    const used = this.#decorated.get(chain) ?? this.#decorate(chain);
    this.#decorated.set(chain, used);
    return used;
  }

  /** Emits after each change of the set. */
  get changes$(): Observable<void> {
    return this.#changes.asObservable();
  }

  /** Adds the chain of a namespace that has none, as {@link asUsed} gave it. */
  add(chain: Chain): void {
    this.set(chain.namespace, chain);
    this.#changes.next();
  }

  /** Takes a chain out and ends its listeners. */
  remove(namespace: Namespace): void {
    const chain = this.get(namespace);
    if (!this.delete(namespace)) return;
    chain?.dispose();
    this.#changes.next();
  }
}

/** Token of what each chain gains. */
export const CHAIN_DECORATOR = token<ChainDecorator>('ChainDecorator');

/** Token of the registry of chains. */
export const CHAIN_REGISTRY = token<ChainRegistry>('ChainRegistry');
