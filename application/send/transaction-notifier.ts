import type { Subscription } from 'rxjs';
import type { TrackedEvents } from '../../domain/analytics/tracked-event.js';
import { errorMessage } from '../../domain/errors/error-messages.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NOTICES, type SnackbarMessage } from '../../domain/modal/snackbar-machine.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { EventBus } from '../shared/event-bus.js';
import type { Settlement, TransactionTracker } from './transaction-tracker.js';

/** Properties of the tracked events of a transaction. */
export const sendEventProperties = ({
  chainId,
  asset,
  value,
  isSmartAccount,
}: Pick<SentTransaction, 'chainId' | 'asset' | 'value' | 'isSmartAccount'>): TrackedEvents['SEND_INITIATED'] => ({
  isSmartAccount,
  network: chainId,
  token: asset ?? 'native',
  amount: String(value ?? ''),
});

const messageOf = ({ transaction: { chainId, hash }, outcome }: Settlement): SnackbarMessage => {
  if (outcome.status === 'confirmed') return { message: 'Transaction confirmed', variant: 'success' };
  return { message: errorMessage(`network/transaction-${outcome.status}`, { chainId, hash }), variant: 'error' };
};

/** Shows snackbar messages and tracks events for broadcast and settled transactions. */
export class TransactionNotifier {
  readonly #modal: ModalStore;
  readonly #events: EventBus;
  readonly #subscription: Subscription;

  constructor(modal: ModalStore, events: EventBus, tracker: TransactionTracker) {
    this.#modal = modal;
    this.#events = events;
    this.#subscription = tracker.settled$.subscribe((settlement) => this.#notifySettled(settlement));
  }

  /** Shows that a transaction was broadcast. */
  notifyStarted(): void {
    this.#modal.show(NOTICES.transactionStarted);
  }

  /** Tracks that a transaction was not sent after its sender was gone, and shows it unless the user declined it. */
  notifyFailed(transaction: Parameters<typeof sendEventProperties>[0], error: LatchkeyError): void {
    if (!isLatchkeyError(error, 'wallet/rejected')) this.#modal.show({ message: errorText(error), variant: 'error' });
    this.#events.track('SEND_ERROR', { ...sendEventProperties(transaction), message: errorText(error) });
  }

  dispose(): void {
    this.#subscription.unsubscribe();
  }

  #notifySettled(settlement: Settlement): void {
    const message = messageOf(settlement);
    this.#modal.show(message);
    const properties = sendEventProperties(settlement.transaction);
    if (settlement.outcome.status === 'confirmed') this.#events.track('SEND_SUCCESS', properties);
    else this.#events.track('SEND_ERROR', { ...properties, message: message.message });
  }
}
