import { type Observable, throwError } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { readErrorCode } from '../../domain/errors/chain-error-codes.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { toWalletError, WALLET_ERROR_CODES } from '../../domain/errors/wallet-error.js';
import { type ReplacementMode, replacementRecord } from '../../domain/send/replacement.js';
import type { SentPurpose, SwapSummary } from '../../domain/send/sent-purpose.js';
import type { SentKind, SentTransaction } from '../../domain/send/sent-transaction.js';
import type { RpcErrorObject } from '../../domain/wallet-protocol/json-rpc.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import type { OnSendEvent } from '../ports/send-event.js';
import type { EventBus } from '../shared/event-bus.js';
import type { PreparedSend } from './prepare-send.js';
import { type SentEventSource, trackError, trackInitiated } from './sent-events.js';
import type { TransactionNotifier } from './transaction-notifier.js';
import type { Broadcast, TransactionTracker } from './transaction-tracker.js';

/** A transaction built by the app, of which only the sender is known. */
export interface OpaqueTransaction {
  readonly namespace: Namespace;
  readonly chainId: ChainId;
  readonly account: AccountId;
  readonly kind: SentKind;
  readonly purpose: SentPurpose;
  readonly swap: SwapSummary | null;
  readonly isSmartAccount: boolean;
}

/** Stores what happens to a transaction that a wallet is requested to send. */
export interface SentRequest {
  readonly onEvent: OnSendEvent;
  /** Adds the transaction once it is broadcast, with its hash or the id of its batch; returns its progress. */
  readonly addBroadcast: (hash: string) => Observable<TransactionProgress>;
  /** The hash of the transaction if an error of the request does not prove that it was not sent, else `null`. */
  readonly hashAfter: (error: unknown) => string | null;
}

/** {@link SentRequest} of a transaction that is sent to replace another one. */
export interface ReplacementRequest extends SentRequest {
  /** Adds the transaction as one of its own: the wallet sent it besides the other one. */
  readonly addSeparate: (hash: string) => void;
}

/** A transaction that was requested before a reload, as far as its request showed it. */
export type LateTransaction = Omit<Broadcast, 'hash' | 'isSmartAccount' | 'replaces' | 'swap' | 'token'>;

/** Stores the transactions that use cases broadcast, tracks them, and notifies the user of them. */
export class SentTransactions {
  readonly #tracker: TransactionTracker;
  readonly #notifier: TransactionNotifier;
  readonly #events: EventBus;

  constructor(tracker: TransactionTracker, notifier: TransactionNotifier, events: EventBus) {
    this.#tracker = tracker;
    this.#notifier = notifier;
    this.#events = events;
  }

  /** Resumes tracking pending transactions from before a reload or of a closed tab. */
  resume(): void {
    this.#tracker.resume();
  }

  /** Emits the event that a transfer was requested, as `SEND_INITIATED`. Returns an error handler as {@link trackOpaque}. */
  trackInitiated(prepared: PreparedSend): (error: unknown) => never {
    return this.#trackInitiated(recordOf(prepared, ''));
  }

  /**
   * Emits the event that a transaction was requested, by its purpose. Returns an error handler that emits the event of the failure and rethrows
   * the error.
   */
  trackOpaque({ account, ...transaction }: OpaqueTransaction): (error: unknown) => never {
    return this.#trackInitiated({ ...transaction, value: null, asset: null });
  }

  /**
   * Stores a transfer that a wallet is requested to send, from the moment at which it may be in the network.
   * @param onWaiting called with `true` while another payment of the address has to end first
   */
  requestTransfer(prepared: PreparedSend, onWaiting: (isWaiting: boolean) => void): SentRequest {
    return this.#request((hash) => recordOf(prepared, hash), onWaiting);
  }

  /** {@link requestTransfer} for a transaction that the app built. */
  requestOpaque({ account, ...transaction }: OpaqueTransaction, onWaiting: (isWaiting: boolean) => void): SentRequest {
    const rest = { from: account, to: '', value: null, asset: null, token: null } as const;
    return this.#request((hash) => ({ ...transaction, hash, ...rest }), onWaiting);
  }

  /** {@link requestTransfer} for a transaction that is to replace another one. */
  requestReplacement(replaced: SentTransaction, mode: ReplacementMode, onWaiting: (isWaiting: boolean) => void): ReplacementRequest {
    const record = replacementRecord(replaced, mode);
    return {
      ...this.#request((hash) => ({ ...record, hash }), onWaiting),
      addSeparate: (hash) => {
        this.#add({ ...record, hash, replaces: null });
      },
    };
  }

  /** Emits the event that a cancellation was requested. Returns an error handler as {@link trackOpaque}. */
  trackCancellation(replaced: SentTransaction): (error: unknown) => never {
    return this.#trackInitiated(replacementRecord(replaced, 'cancel'));
  }

  /** Adds a transaction whose hash the wallet delivered after its sender was gone, as after a reload. No effect if it is known. */
  addLateBroadcast(transaction: LateTransaction, hash: string): void {
    const isAdded = this.#tracker.addIfMissing({ ...transaction, hash, isSmartAccount: false, swap: null, token: null });
    if (isAdded && !this.#tracker.isDisposed) this.#notifier.notifyStarted(transaction);
  }

  /** Reports that the wallet did not send a transaction whose sender is gone. @param cause `null` if its response was invalid */
  reportLateFailure(transaction: LateTransaction, method: string, cause: RpcErrorObject | null): void {
    const code = WALLET_ERROR_CODES.get(readErrorCode(cause));
    const error = cause === null ? new LatchkeyError('wallet/invalid-response', { method }) : toWalletError(cause, method, code);
    this.#notifier.notifyFailed({ ...transaction, isSmartAccount: false, swap: null }, error);
  }

  #trackInitiated(source: SentEventSource): (error: unknown) => never {
    trackInitiated(this.#events, source);
    return (error) => {
      // After an abort there is no error to report.
      if (isLatchkeyError(error)) trackError(this.#events, source, errorText(error));
      throw error;
    };
  }

  #request(toRecord: (hash: string) => Broadcast, onWaiting: (isWaiting: boolean) => void): SentRequest {
    let unansweredHash: string | null = null;
    const onEvent: OnSendEvent = (event) => {
      if (event.type === 'waiting' || event.type === 'resumed') return onWaiting(event.type === 'waiting');
      const record = toRecord(event.hash);
      if (event.type === 'refused') this.#tracker.refuse(record);
      else if (event.type === 'broadcast') this.#tracker.store({ ...record, trace: event.trace ?? null });
      // If the user approves after unsubscribing, the transaction has been broadcast anyway.
      else if (event.isSeparate !== true) this.#add({ ...record, trace: event.trace ?? null });
      else {
        this.#tracker.add({ ...record, replaces: null });
        if (!this.#tracker.isDisposed) this.#notifier.notifyNotReplaced(record);
      }
      unansweredHash = event.type === 'broadcast' ? event.hash : null;
    };
    return {
      onEvent,
      addBroadcast: (hash) => this.#add(toRecord(hash)),
      hashAfter: (error) => (isLatchkeyError(error, 'network/unknown-outcome') ? error.context.hash : unansweredHash),
    };
  }

  #add(record: Broadcast): Observable<TransactionProgress> {
    const follower = this.#tracker.add(record);
    if (!this.#tracker.isDisposed) this.#notifier.notifyStarted(record);
    // The network was removed while the user approved.
    return follower?.firstAttempt$ ?? throwError(() => new LatchkeyError('chain/unsupported', { chainId: record.chainId }));
  }
}

const recordOf = ({ namespace, account, type, network, transaction, purpose, swap, token }: PreparedSend, hash: string): Broadcast => ({
  namespace,
  chainId: network.caipNetworkId,
  hash,
  kind: 'transaction',
  purpose,
  swap,
  from: account,
  to: transaction.to,
  value: transaction.all === true ? null : transaction.value,
  asset: transaction.asset ?? null,
  token,
  isSmartAccount: type === 'smartAccount',
});
