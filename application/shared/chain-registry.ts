import { type Observable, Subject } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Chain } from '../ports/chain.port.js';
import { token } from './token.js';

/** The chains of a client, by namespace. Hosts add and remove them while the page runs. */
export class ChainRegistry extends Map<Namespace, Chain> {
  readonly #changes = new Subject<void>();

  /** Emits after each change of the set. */
  get changes$(): Observable<void> {
    return this.#changes.asObservable();
  }

  /** Adds the chain of a namespace that has none. */
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

/** Token of the registry of chains. */
export const CHAIN_REGISTRY = token<ChainRegistry>('ChainRegistry');
