import type { Observable } from 'rxjs';
import type { Simulation } from '../../domain/send/simulation.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { prepareSend, type SendInput } from './prepare-send.js';
import type { SendTransactionError } from './send-transaction.use-case.js';

/** Balance changes that a node expects of the transaction; `null` if none can simulate it. */
export type SimulateTransactionState = UseCaseState<'working', Simulation | null, SendTransactionError>;

/**
 * Simulates a transaction of the connected account. Validates it like sending; reads from a node, never from the wallet. A transfer of everything is
 * simulated with its `value` only: without `all`.
 */
export class SimulateTransaction {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute(input: SendInput): Observable<SimulateTransactionState> {
    return runUseCase('working', async ({ signal }) => {
      const { chain, network, transaction } = prepareSend(this.#chains, this.#connections, input);
      if (transaction.all === true) return null;
      return (await chain.services?.simulate?.({ transaction, network }, signal)) ?? null;
    });
  }
}
