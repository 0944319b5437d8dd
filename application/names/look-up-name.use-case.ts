import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { IdentityReader } from './identity.reader.js';
import type { NamesError } from './resolve-name.use-case.js';

/** The address to look up and its namespace (the active one by default). */
export interface LookUpNameInput {
  readonly address: string;
  readonly namespace?: Namespace;
}

/** The primary name of an address. */
export interface NameProfile {
  readonly name: string;
  /** Avatar URL as set by the owner of the name: untrusted, display it through the image service only. `null` without one, and if it cannot be read. */
  readonly avatar: string | null;
}

/** The name and its avatar; `null` if the address has no primary name. */
export type LookUpNameState = UseCaseState<'working', NameProfile | null, NamesError>;

/** Looks up the name and avatar of an address: at the identity service, on the chain, then by the service's reverse look-up. Results are cached for five minutes. @see https://docs.ens.domains/ensip/19 */
export class LookUpName {
  readonly #identities: Pick<IdentityReader, 'lookUp' | 'avatar'>;
  readonly #connections: ConnectionStore;

  constructor(identities: Pick<IdentityReader, 'lookUp' | 'avatar'>, connections: ConnectionStore) {
    this.#identities = identities;
    this.#connections = connections;
  }

  execute({ address, namespace = this.#connections.state.activeNamespace }: LookUpNameInput): Observable<LookUpNameState> {
    return runUseCase('working', async ({ signal }) => {
      const name = await this.#identities.lookUp(namespace, address, signal);
      return name === null ? null : { name, avatar: await this.#avatar(namespace, address, signal) };
    });
  }

  /** An avatar that cannot be read does not take the name away. */
  async #avatar(namespace: Namespace, address: string, signal: AbortSignal): Promise<string | null> {
    try {
      return await this.#identities.avatar(namespace, address, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return null;
    }
  }
}
