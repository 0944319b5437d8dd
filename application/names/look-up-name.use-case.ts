import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { NameReader } from './name.reader.js';
import type { NamesError } from './resolve-name.use-case.js';

/** Whose name, in which namespace (the active one by default). */
export interface LookUpNameInput {
  readonly address: string;
  readonly namespace?: Namespace;
}

/** A name that leads back to its address. */
export interface FoundName {
  readonly name: string;
  /** Where its picture is, as its owner wrote it: foreign, so show it through the image service only. `null` without one. */
  readonly avatar: string | null;
}

/** The name and its picture; `null` when the address goes by none. */
export type LookUpNameState = UseCaseState<'working', FoundName | null, NamesError>;

/** Finds the name that an address goes by, and its picture. Answers count for five minutes. @see https://docs.ens.domains/ensip/19 */
export class LookUpName {
  readonly #names: NameReader;
  readonly #connections: ConnectionStore;

  constructor(names: NameReader, connections: ConnectionStore) {
    this.#names = names;
    this.#connections = connections;
  }

  execute({ address, namespace = this.#connections.state.activeNamespace }: LookUpNameInput): Observable<LookUpNameState> {
    return runUseCase('working', async ({ signal }) => {
      const name = await this.#names.lookUp(namespace, address, signal);
      return name === null ? null : { name, avatar: await this.#names.avatar(namespace, name, signal) };
    });
  }
}
