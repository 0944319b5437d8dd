import type { Observable } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { NotReplaceableReason } from '../../domain/errors/not-replaceable.js';
import { type ReplacementMode, replacementRefusal } from '../../domain/send/replacement.js';
import { isSameTransaction } from '../../domain/send/sent-transaction.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import { awaitOutcome } from './await-outcome.js';
import { replacingWallet } from './replacing-wallet.js';
import type { ConfirmedTransaction, SendTransactionError, SendTransactionState } from './send-transaction.use-case.js';
import type { SentTransactions } from './sent-transactions.js';
import type { TransactionRepository } from './transaction-repository.js';
import { whileActive } from './while-active.js';

/** A waiting transaction of this site. */
export interface ReplaceTransactionInput {
  readonly chainId: ChainId;
  readonly hash: string;
  /**
   * The highest network fee that the user accepted, in base units of the native currency; a higher one fails with `send/fee-too-high`. Default:
   * no fee out of proportion to the amount.
   */
  readonly maxFee?: bigint;
}

/** Error codes of a replacement: those of sending, and the last two. */
export type ReplaceTransactionError = SendTransactionError | 'send/not-replaceable' | 'send/not-replaced';

/** The steps of `sendTransaction`. `data` is the replacement in its block. */
export type ReplaceTransactionState = UseCaseState<
  Extract<SendTransactionState, { readonly status: 'pending' }>['step'],
  ConfirmedTransaction,
  ReplaceTransactionError
>;

/** Dependencies of {@link replaceTransaction}. */
export interface ReplaceTransactionDeps {
  readonly connections: ConnectionStore;
  readonly repository: TransactionRepository;
  readonly sent: SentTransactions;
}

/** Replaces a waiting transaction, then waits for the block of its replacement. */
export const replaceTransaction = (
  { connections, repository, sent }: ReplaceTransactionDeps,
  { chainId, hash, maxFee }: ReplaceTransactionInput,
  mode: ReplacementMode,
): Observable<ReplaceTransactionState> =>
  runUseCase('approve-in-wallet', async ({ signal, step }) => {
    const refuse = (reason: NotReplaceableReason): LatchkeyError => new LatchkeyError('send/not-replaceable', { chainId, hash, reason });
    const replaced = repository.refresh().find((each) => isSameTransaction(each, { chainId, hash }));
    if (replaced === undefined) throw refuse('unknown');
    const { namespace, from } = replaced;
    const session = connections.sessionOf(namespace);
    const refusal = replacementRefusal(replaced, mode, replacingWallet(session));
    if (refusal !== null) throw refuse(refusal);
    const replace = session?.replaceTransaction?.bind(session);
    if (replace === undefined) throw refuse('wallet');
    // A rejected speed-up is no failure: the transaction is still on its way.
    const trackFailure = mode === 'cancel' ? sent.trackCancellation(replaced) : rethrow;
    const sending = sent.requestReplacement(replaced, mode, (isWaiting) =>
      step(isWaiting ? 'wait-for-other-payment' : 'approve-in-wallet'),
    );
    const request = { from, hash, mode, ...(maxFee === undefined ? {} : { maxFee }) };
    const pending = whileActive(connections, namespace, signal, (requestSignal) => replace(request, requestSignal, sending.onEvent));
    const sentHash = await pending.catch((error: unknown) => {
      if (isLatchkeyError(error, 'send/not-replaced')) {
        sending.addSeparate(error.context.sent);
        throw error;
      }
      return sending.hashAfter(error) ?? trackFailure(error);
    });
    // Stored before anything is awaited, so that the transaction is never lost.
    const progress$ = sending.addBroadcast(sentHash);
    return awaitOutcome(progress$, { chainId, hash: sentHash }, signal, step);
  });

const rethrow = (error: unknown): never => {
  throw error;
};
