import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { IdentityReader } from './identity.reader.js';

/** The name to resolve and its namespace (the active one by default). */
export interface ResolveNameInput {
  readonly name: string;
  readonly namespace?: Namespace;
}

/** Error codes of name reads. A failure does not mean that a name is registered or free. */
export type NamesError =
  | 'address/invalid'
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'chain/unsupported'
  | 'names/resolve-failed'
  | 'names/lookup-failed'
  | 'network/rpc-failed'
  | 'network/timeout'
  | 'service/unreachable'
  | 'service/refused'
  | 'service/invalid-response'
  | 'config/project-id-missing'
  | 'config/dependency-missing'
  | 'browser/load-failed';

/** The address of the name; `null` if the name is not registered. */
export type ResolveNameState = UseCaseState<'working', string | null, NamesError>;

/**
 * Resolves a name to an address: on the chain, then, for a name of its zones, at the service of names. Results are cached for five minutes.
 * @see https://docs.ens.domains/ensip/1
 */
export class ResolveName {
  readonly #identities: Pick<IdentityReader, 'resolve'>;
  readonly #connections: ConnectionStore;

  constructor(identities: Pick<IdentityReader, 'resolve'>, connections: ConnectionStore) {
    this.#identities = identities;
    this.#connections = connections;
  }

  execute({ name, namespace = this.#connections.state.activeNamespace }: ResolveNameInput): Observable<ResolveNameState> {
    return runUseCase('working', ({ signal }) => this.#identities.resolve(namespace, name, signal));
  }
}
