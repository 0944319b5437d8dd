import type { Observable } from 'rxjs';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { WalletErrorCode } from '../shared/wallet-error-code.js';
import { awaitOutcome } from './await-outcome.js';
import { prepareSend, type SendInput } from './prepare-send.js';
import type { SentTransactions } from './sent-transactions.js';
import { whileActive } from './while-active.js';

/** A transfer or call from the connected account. `value` is in base units of the asset. */
export type SendTransactionInput = SendInput;

/** A transaction in a block. */
export interface ConfirmedTransaction {
  /** Hash of the transaction in the block: another one than that of the steps if its fee was raised meanwhile. */
  readonly hash: string;
  readonly blockNumber: bigint;
}

/** Error codes of sending. After the broadcast only the last four occur. */
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
  | 'send/fee-too-high'
  | 'send/coins-in-use'
  | 'send/other-payment-pending'
  | 'send/refused'
  | 'send/request-tampered'
  | 'request/cancelled'
  | 'network/transaction-reverted'
  | 'network/transaction-dropped'
  | 'network/transaction-replaced'
  | 'network/unknown-outcome';

/**
 * `approve-in-wallet`, then `wait-for-block` with the hash, then `wait-for-finality` on chains with finality. `wait-for-other-payment` while
 * another payment of the address waits for its wallet, in this tab or another; then `approve-in-wallet` again.
 */
export type SendTransactionState = UseCaseState<
  'approve-in-wallet' | 'wait-for-other-payment' | 'wait-for-block' | 'wait-for-finality',
  ConfirmedTransaction,
  SendTransactionError
>;

/**
 * Requests the connected account to sign and broadcast a transaction, then waits for its block. The wallet receives one request, after
 * all local checks; a switch of the active namespace before the broadcast ends the run with `request/cancelled`. A broadcast
 * transaction is stored and tracked to its outcome, even after unsubscribing or a reload, and never reported as failed without
 * proof: while its outcome is not known, the run ends with `network/unknown-outcome` and the hash.
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
      const prepared = prepareSend(this.#chains, this.#connections, input);
      const { namespace, session, transaction, network } = prepared;
      const trackFailure = this.#sent.trackInitiated(prepared);
      const sending = this.#sent.requestTransfer(prepared, (isWaiting) => step(isWaiting ? 'wait-for-other-payment' : 'approve-in-wallet'));
      const pending = whileActive(this.#connections, namespace, signal, (requestSignal) =>
        session.sendTransaction(transaction, requestSignal, sending.onEvent),
      );
      const hash = await pending.catch((error: unknown) => sending.hashAfter(error) ?? trackFailure(error));
      const { caipNetworkId: chainId } = network;
      // Stored before anything is awaited, so that the transaction is never lost.
      const progress$ = sending.addBroadcast(hash);
      return awaitOutcome(progress$, { chainId, hash }, signal, step);
    });
  }
}
