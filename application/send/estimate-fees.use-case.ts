import type { Observable } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { FeeQuote } from '../ports/chain-services.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { prepareSend, type SendInput } from './prepare-send.js';
import type { SendTransactionError } from './send-transaction.use-case.js';

/** Fee quotes, the slowest first; only one if the chain has no speeds. Fees are in base units of the native currency. */
export type EstimateFeesState = UseCaseState<'working', readonly FeeQuote[], SendTransactionError>;

/**
 * Estimates the fees of a transaction of the connected account. Validates it like sending; reads from a node, never from the wallet.
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
      const { chain, network, transaction } = prepareSend(this.#chains, this.#connections, input);
      const quotes = await chain.services?.estimateFees?.({ transaction, network }, signal);
      if (quotes === undefined) throw new LatchkeyError('chain/unsupported', { chainId: network.caipNetworkId });
      return quotes;
    });
  }
}
