import type { Observable } from 'rxjs';
import type { Network } from '../../domain/network/network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import { findNetwork } from './find-network.js';

/** CAIP-2 id of a configured network. */
export interface AddNetworkInput {
  readonly chainId: string;
}

/** Error codes of adding a network. */
export type AddNetworkError =
  | WalletErrorCode
  | 'connection/not-connected'
  | 'caip/invalid-chain-id'
  | 'network/client-not-set'
  | 'network/not-found'
  | 'network/not-supported';

/** `approve-in-wallet` until the user approves or rejects. */
export type AddNetworkState = UseCaseState<'approve-in-wallet', Network, AddNetworkError>;

/**
 * Requests the connected wallet to add a configured network, without switching to it.
 * @see https://eips.ethereum.org/EIPS/eip-3085
 */
export class AddNetwork {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute({ chainId }: AddNetworkInput): Observable<AddNetworkState> {
    return runUseCase('approve-in-wallet', async ({ signal }) => {
      const network = findNetwork(this.#chains, this.#connections.state, chainId);
      await this.#connections.requireSession(network.chainNamespace).addNetwork(network, signal);
      return network;
    });
  }
}
