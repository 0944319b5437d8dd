import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** The namespace to activate. */
export interface SwitchNamespaceInput {
  readonly namespace: Namespace;
}

/** The active namespace; `connection/adapter-not-found` if it is not configured. */
export type SwitchNamespaceState = UseCaseState<'working', Namespace, 'connection/adapter-not-found'>;

/** Activates a namespace on its current network. Sends no request to a wallet and disconnects nothing. */
export class SwitchNamespace {
  readonly #connections: ConnectionStore;

  constructor(connections: ConnectionStore) {
    this.#connections = connections;
  }

  execute({ namespace }: SwitchNamespaceInput): Observable<SwitchNamespaceState> {
    return runUseCase('working', async () => {
      if (this.#connections.state.namespaces[namespace] === undefined)
        throw new LatchkeyError('connection/adapter-not-found', { namespace });
      this.#connections.dispatch({ type: 'namespace-activated', namespace });
      return namespace;
    });
  }
}
