import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { tokenAt } from '../../domain/tokens/added-tokens.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { AssetBalance } from '../ports/chain-services.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { balanceTarget } from './balance-target.js';
import type { ReadAccountBalancesError } from './read-account-balances.use-case.js';

/** Location of a token. */
export interface ReadTokenInput {
  /** Of its contract or mint. */
  readonly address: string;
  /** Default: the active one. */
  readonly namespace?: Namespace;
}

/** The token with the account's balance; `null` if there is no fungible token at the address. */
export type ReadTokenState = UseCaseState<'working', AssetBalance | null, ReadAccountBalancesError>;

/** Reads the token at an address of the network in use from the chain, once, whether or not a service lists it. */
export class ReadToken {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute({ address, namespace }: ReadTokenInput): Observable<ReadTokenState> {
    return runUseCase('working', async ({ signal }) => {
      const { chain, network, session } = balanceTarget(this.#chains, this.#connections, namespace);
      const asset = chain.isAddress(address) ? tokenAt(network.caipNetworkId, address) : null;
      if (asset === null) return null;
      const owner = session.accounts[0].address;
      const [found] = (await chain.services?.getAssetBalances?.({ address: owner, assets: [asset], network }, signal)) ?? [];
      return found ?? null;
    });
  }
}
