import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { activeAccount } from '../account/active-account.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chains, requireChain } from '../ports/chain.port.js';
import type { TransactionRequest } from '../ports/transaction-request.js';
import { runUseCase } from '../shared/run-use-case.js';
import { settledTransaction } from '../shared/settled-transaction.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';

/** What to send from the connected account. `value` is in base units of what is sent. */
export interface SendTransactionInput extends Omit<TransactionRequest, 'from'> {
  readonly namespace?: Namespace;
}

/** A transaction in a block. */
export interface ConfirmedTransaction {
  readonly hash: string;
  readonly blockNumber: bigint;
}

/** Why sending can fail. After the broadcast only the last three occur. */
export type SendTransactionError =
  | WalletErrorCode
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'connection/not-connected'
  | 'address/invalid'
  | 'chain/unsupported'
  | 'network/wrong-chain'
  | 'network/transaction-reverted'
  | 'network/transaction-dropped'
  | 'network/unknown-outcome';

/** `approve-in-wallet`, then `wait-for-block` with the hash, and `wait-for-finality` where the chain has such a thing. */
export type SendTransactionState = UseCaseState<
  'approve-in-wallet' | 'wait-for-block' | 'wait-for-finality',
  ConfirmedTransaction,
  SendTransactionError
>;

/**
 * Has the connected account sign and broadcast a transaction, then waits for its block. The wallet is asked once. What
 * was broadcast is never reported as failed without proof: while its fate is not known the outcome is
 * `network/unknown-outcome` with the hash.
 */
export class SendTransaction {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #balances: BalanceReader;

  constructor(chains: Chains, connections: ConnectionStore, balances: BalanceReader) {
    this.#chains = chains;
    this.#connections = connections;
    this.#balances = balances;
  }

  execute({ namespace: asked, ...transaction }: SendTransactionInput): Observable<SendTransactionState> {
    return runUseCase('approve-in-wallet', async ({ signal, step }) => {
      const { namespace, session, account } = activeAccount(this.#connections, asked);
      const chain = requireChain(this.#chains, namespace);
      if (!chain.isAddress(transaction.to)) throw new LatchkeyError('address/invalid', { value: transaction.to, namespace });
      const namespaceState = this.#connections.state.namespaces[namespace];
      const network = namespaceState === undefined ? undefined : networkOf(namespaceState);
      if (network === undefined || network.unknown) throw new LatchkeyError('chain/unsupported', { chainId: session.chainId });
      const hash = await session.sendTransaction({ ...transaction, from: account }, signal);
      step('wait-for-block', hash);
      try {
        const { caipNetworkId: chainId } = network;
        const { blockNumber } = await settledTransaction(
          chain.followTransaction({ hash, network }),
          { chainId, hash },
          signal,
          (progress) => {
            if (!progress.settled) step(progress.status === 'included' ? 'wait-for-finality' : 'wait-for-block', hash);
          },
        );
        return { hash, blockNumber };
      } catch (cause) {
        if (isLatchkeyError(cause, 'network/transaction-reverted') || isLatchkeyError(cause, 'network/transaction-dropped')) throw cause;
        throw new LatchkeyError('network/unknown-outcome', { chainId: network.caipNetworkId, hash }, { cause });
      } finally {
        this.#balances.refresh(namespace);
      }
    });
  }
}
