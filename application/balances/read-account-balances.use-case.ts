import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { balanceTarget } from './balance-target.js';

/** The namespace of the accounts; the active one by default. */
export interface ReadAccountBalancesInput {
  readonly namespace?: Namespace;
}

/** Native balance of a shared account on the active network. */
export interface AccountBalance extends NativeBalance {
  readonly address: string;
}

/** Error codes of balance reads. */
export type ReadAccountBalancesError =
  | 'connection/not-connected'
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'chain/unsupported'
  | 'network/rpc-failed'
  | 'network/timeout'
  | 'network/wrong-node'
  | 'config/dependency-missing'
  | 'browser/load-failed';

/** The balances in the order of the accounts, each address once. */
export type ReadAccountBalancesState = UseCaseState<'working', readonly AccountBalance[], ReadAccountBalancesError>;

/**
 * Reads the native balances of all shared accounts on the active network once, in one request if the chain supports it.
 */
export class ReadAccountBalances {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute({ namespace }: ReadAccountBalancesInput = {}): Observable<ReadAccountBalancesState> {
    return runUseCase('working', async ({ signal }) => {
      const { chain, network, session } = balanceTarget(this.#chains, this.#connections, namespace);
      const addresses = [...new Set(session.accounts.map(({ address }) => address))];
      const readAll = chain.services?.getCoinBalances;
      const balances =
        readAll === undefined
          ? await Promise.all(addresses.map((address) => chain.getBalance({ address, network }, signal)))
          : await readAll({ addresses, network }, signal);
      return addresses.flatMap((address, index) => {
        const balance = balances[index];
        return balance === undefined ? [] : [{ address, ...balance }];
      });
    });
  }
}
