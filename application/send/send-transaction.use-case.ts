import type { Observable } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import { settledTransaction } from '../shared/settled-transaction.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import { prepareSending, type SendInput } from './sending.js';
import { lostHash, type SentTransactions } from './sent-transactions.js';
import { whileActive } from './while-active.js';

/** What to send from the connected account. `value` is in base units of what is sent. */
export type SendTransactionInput = SendInput;

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
  | 'address/wrong-namespace'
  | 'address/wrong-network'
  | 'address/checksum-failed'
  | 'chain/unsupported'
  | 'network/wrong-chain'
  | 'network/wrong-node'
  | 'network/rpc-failed'
  | 'network/timeout'
  | 'send/invalid-amount'
  | 'send/above-balance'
  | 'send/dust'
  | 'send/insufficient-fee-funds'
  | 'send/existential-deposit'
  | 'send/expired'
  | 'send/nonce-too-low'
  | 'send/input-spent'
  | 'send/refused'
  | 'request/cancelled'
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
 * Has the connected account sign and broadcast a transaction, then waits for its block. The wallet is asked once, after
 * everything was checked that needs nobody's answer; another active namespace before the broadcast ends the run with
 * `request/cancelled`. What was broadcast is kept and followed to its outcome, also when the run is left or the page
 * reloads, and never reported as failed without proof: while its fate is not known the outcome is
 * `network/unknown-outcome` with the hash.
 */
export class SendTransaction {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #sent: SentTransactions;

  constructor(chains: Chains, connections: ConnectionStore, sent: SentTransactions) {
    this.#chains = chains;
    this.#connections = connections;
    this.#sent = sent;
  }

  execute(input: SendTransactionInput): Observable<SendTransactionState> {
    return runUseCase('approve-in-wallet', async ({ signal, step }) => {
      const sending = prepareSending(this.#chains, this.#connections, input);
      const { namespace, session, transaction, network } = sending;
      const failed = this.#sent.begin(sending);
      // Who approves after the run was left has sent it all the same.
      const late = (hash: string): void => void this.#sent.broadcast(sending, hash);
      const asked = whileActive(this.#connections, namespace, signal, (own) => session.sendTransaction(transaction, own, late));
      const hash = await asked.catch((error: unknown) => lostHash(error) ?? failed(error));
      const { caipNetworkId: chainId } = network;
      // Kept before anything is awaited: from here on it is never lost.
      const progress$ = this.#sent.broadcast(sending, hash);
      step('wait-for-block', hash);
      try {
        const { blockNumber } = await settledTransaction(progress$, { chainId, hash }, signal, (progress) => {
          if (!progress.settled) step(progress.status === 'included' ? 'wait-for-finality' : 'wait-for-block', hash);
        });
        return { hash, blockNumber };
      } catch (cause) {
        if (isLatchkeyError(cause, 'network/transaction-reverted') || isLatchkeyError(cause, 'network/transaction-dropped')) throw cause;
        throw new LatchkeyError('network/unknown-outcome', { chainId, hash }, { cause });
      }
    });
  }
}
