import { type Observable, Subject } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Chain } from '../ports/chain.port.js';
import { manyToken, token } from './token.js';

/** What a chain gains before the client uses it. */
export type ChainDecorator = (chain: Chain) => Chain;

/** The chains of a client, by namespace. Hosts add and remove them while the page runs. */
export class ChainRegistry extends Map<Namespace, Chain> {
  readonly #changes = new Subject<void>();
  readonly #decorators: readonly ChainDecorator[];
  readonly #decorated = new WeakMap<Chain, Chain>();

  constructor(chains: readonly Chain[] = [], decorators: readonly ChainDecorator[] = []) {
    super();
    this.#decorators = decorators;
    for (const chain of chains) {
      if (this.has(chain.namespace))
        throw new LatchkeyError('config/invalid-option', { field: 'modules', fix: `compose one adapter of ${chain.namespace}` });
      this.set(chain.namespace, this.asUsed(chain));
    }
  }

  /** A chain as the client uses it: always the same one for a chain. */
  asUsed(chain: Chain): Chain {
    const used = this.#decorated.get(chain) ?? this.#decorators.reduce((inner, decorate) => decorate(inner), chain);
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

/** Token of what each chain gains: the first module's is the innermost. */
export const CHAIN_DECORATOR = manyToken<ChainDecorator>('ChainDecorator');

/** Token of the registry of chains. */
export const CHAIN_REGISTRY = token<ChainRegistry>('ChainRegistry');
