import { filter, type Subscription } from 'rxjs';
import { errorMessage } from '../../domain/errors/error-messages.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { EventBus } from '../shared/event-bus.js';
import { type SentEventSource, trackError, trackSuccess } from './sent-events.js';
import { settledMessage, startedMessage } from './sent-messages.js';
import type { Broadcast, Settlement, TransactionTracker } from './transaction-tracker.js';

/** Shows snackbar messages and tracks events for broadcast and settled transactions, each purpose with its own. */
export class TransactionNotifier {
  readonly #modal: ModalStore;
  readonly #events: EventBus;
  readonly #subscription: Subscription;

  constructor(modal: ModalStore, events: EventBus, tracker: TransactionTracker) {
    this.#modal = modal;
    this.#events = events;
    this.#subscription = tracker.settled$.subscribe((settlement) => this.#notifySettled(settlement));
    const isWaiting = ({ outcome }: SentTransaction): boolean => outcome === null;
    const inFlight$ = tracker.repository.list$.pipe(filter((list) => list.some(isWaiting)));
    this.#subscription.add(inFlight$.subscribe(() => modal.markInFlight()));
  }

  /** Shows that a transaction was broadcast. */
  notifyStarted(transaction: Pick<SentTransaction, 'purpose'>): void {
    this.#modal.show(startedMessage(transaction));
  }

  /** Tracks that a transaction was not sent after its sender was gone, and shows it unless the user declined it. */
  notifyFailed(transaction: SentEventSource, error: LatchkeyError): void {
    if (!isLatchkeyError(error, 'wallet/rejected')) this.#modal.show({ message: errorText(error), variant: 'error' });
    trackError(this.#events, transaction, errorText(error));
  }

  /** Shows that a transaction was sent besides the one that it was to replace, after its sender was gone. */
  notifyNotReplaced({ chainId, hash, replaces }: Pick<Broadcast, 'chainId' | 'hash' | 'replaces'>): void {
    this.#modal.show({ message: errorMessage('send/not-replaced', { chainId, hash: replaces ?? '', sent: hash }), variant: 'error' });
  }

  dispose(): void {
    this.#subscription.unsubscribe();
  }

  #notifySettled(settlement: Settlement): void {
    const { transaction, outcome, replacement } = settlement;
    const message = settledMessage(settlement);
    if (message !== null) this.#modal.show(message);
    if (outcome.status === 'confirmed') trackSuccess(this.#events, transaction);
    else if (outcome.status !== 'replaced')
      trackError(this.#events, transaction, errorMessage(`network/transaction-${outcome.status}`, transaction));
    // The same payment with another fee emits its event itself.
    else if (replacement?.purpose !== transaction.purpose)
      trackError(this.#events, transaction, errorMessage('network/transaction-replaced', { ...transaction, by: outcome.by }));
  }
}
