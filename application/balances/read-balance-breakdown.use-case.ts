import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { BalanceBreakdown } from '../ports/chain-services.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { balanceTarget } from './balance-target.js';
import type { ReadAccountBalancesError } from './read-account-balances.use-case.js';

/** The namespace of the account; the active one by default. */
export interface ReadBalanceBreakdownInput {
  readonly namespace?: Namespace;
}

/** Breakdown of the connected account's native balance, in base units, with the currency of its network. */
export interface NativeBreakdown extends BalanceBreakdown {
  readonly symbol: string;
  readonly decimals: number;
}

/** `null` on chains whose whole balance can be transferred. */
export type ReadBalanceBreakdownState = UseCaseState<'working', NativeBreakdown | null, ReadAccountBalancesError>;

/**
 * Reads once what the connected account's native balance consists of: free, reserved, frozen and transferable. Only Polkadot makes these
 * differences.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#account-balance-types
 */
export class ReadBalanceBreakdown {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute({ namespace }: ReadBalanceBreakdownInput = {}): Observable<ReadBalanceBreakdownState> {
    return runUseCase('working', async ({ signal }) => {
      const { chain, network, session } = balanceTarget(this.#chains, this.#connections, namespace);
      const readBreakdown = chain.services?.getBalanceBreakdown;
      if (readBreakdown === undefined) return null;
      const { symbol, decimals } = network.nativeCurrency;
      return { ...(await readBreakdown({ address: session.accounts[0].address, network }, signal)), symbol, decimals };
    });
  }
}
