import { type Observable, Subject } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Chain } from '../ports/chain.port.js';
import { manyToken, token } from './token.js';

/** Wraps a chain before the client uses it. */
export type ChainDecorator = (chain: Chain) => Chain;

/** The chains of a client, by namespace. Apps can add and remove chains at run time. */
export class ChainRegistry extends Map<Namespace, Chain> {
  readonly #changes = new Subject<void>();
  readonly #decorators: readonly ChainDecorator[];
  readonly #decorated = new WeakMap<Chain, Chain>();

  constructor(chains: readonly Chain[] = [], decorators: readonly ChainDecorator[] = []) {
    super();
    this.#decorators = decorators;
    for (const chain of chains) {
      if (this.has(chain.namespace))
        throw new LatchkeyError('config/invalid-option', { field: 'modules', fix: `add only one adapter for ${chain.namespace}` });
      this.set(chain.namespace, this.decorate(chain));
    }
  }

  /** Applies the decorators to a chain: always the same result for the same chain. */
  decorate(chain: Chain): Chain {
    const decorated = this.#decorated.get(chain) ?? this.#decorators.reduce((inner, decorate) => decorate(inner), chain);
    this.#decorated.set(chain, decorated);
    return decorated;
  }

  /** Emits after each change of the set. */
  get changes$(): Observable<void> {
    return this.#changes.asObservable();
  }

  /** Adds a chain, as returned by {@link decorate}, to a namespace that has none. */
  add(chain: Chain): void {
    this.set(chain.namespace, chain);
    this.#changes.next();
  }

  /** Removes and disposes a chain. */
  remove(namespace: Namespace): void {
    const chain = this.get(namespace);
    if (!this.delete(namespace)) return;
    chain?.dispose();
    this.#changes.next();
  }
}

/** Multi-binding token of chain decorators, applied in the order of the modules. */
export const CHAIN_DECORATOR = manyToken<ChainDecorator>('ChainDecorator');

/** Token of the chain registry. */
export const CHAIN_REGISTRY = token<ChainRegistry>('ChainRegistry');
