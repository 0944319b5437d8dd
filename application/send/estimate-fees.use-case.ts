import type { Observable } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { FeeQuote } from '../ports/chain-services.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { SendTransactionError } from './send-transaction.use-case.js';
import { prepareSending, type SendInput } from './sending.js';

/** The quotes, the slowest first; a single one where the chain does not know more. Fees are in base units of the chain's own coin. */
export type EstimateFeesState = UseCaseState<'working', readonly FeeQuote[], SendTransactionError>;

/**
 * Says what a transaction of the connected account would cost. Checks it as sending does; asks a node, never the wallet.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export class EstimateFees {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute(input: SendInput): Observable<EstimateFeesState> {
    return runUseCase('working', async ({ signal }) => {
      const { chain, network, transaction } = prepareSending(this.#chains, this.#connections, input);
      const quotes = await chain.services?.estimateFees?.({ transaction, network }, signal);
      if (quotes === undefined) throw new LatchkeyError('chain/unsupported', { chainId: network.caipNetworkId });
      return quotes;
    });
  }
}
