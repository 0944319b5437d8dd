import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { NameReader } from './name.reader.js';

/** Which name, in which namespace (the active one by default). */
export interface ResolveNameInput {
  readonly name: string;
  readonly namespace?: Namespace;
}

/** Why names cannot be read. A failure is neither "taken" nor "free". */
export type NamesError =
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'chain/unsupported'
  | 'names/resolve-failed'
  | 'names/lookup-failed'
  | 'network/rpc-failed'
  | 'network/timeout'
  | 'config/dependency-missing'
  | 'browser/load-failed';

/** The address behind the name; `null` when the name is free. */
export type ResolveNameState = UseCaseState<'working', string | null, NamesError>;

/** Finds the address that a name stands for. Answers count for five minutes. @see https://docs.ens.domains/ensip/1 */
export class ResolveName {
  readonly #names: NameReader;
  readonly #connections: ConnectionStore;

  constructor(names: NameReader, connections: ConnectionStore) {
    this.#names = names;
    this.#connections = connections;
  }

  execute({ name, namespace = this.#connections.state.activeNamespace }: ResolveNameInput): Observable<ResolveNameState> {
    return runUseCase('working', ({ signal }) => this.#names.resolve(namespace, name, signal));
  }
}
