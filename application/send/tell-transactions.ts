import type { Subscription } from 'rxjs';
import { errorMessage } from '../../domain/errors/error-messages.js';
import { NOTICES, type SnackbarMessage } from '../../domain/modal/snackbar-machine.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { ModalStore } from '../modal/modal.store.js';
import type { EventBus } from '../shared/event-bus.js';
import type { TrackedEvents } from '../shared/tracked-event.js';
import type { Settlement, TransactionTracker } from './transaction-tracker.js';

/** What an event says of a transaction. */
export const sendFacts = ({
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

/** Tells the person and the host of broadcast transactions: that one has begun, and what became of it. */
export class TransactionTeller {
  readonly #modal: ModalStore;
  readonly #events: EventBus;
  readonly #following: Subscription;

  constructor(modal: ModalStore, events: EventBus, tracker: TransactionTracker) {
    this.#modal = modal;
    this.#events = events;
    this.#following = tracker.settled$.subscribe((settlement) => this.#settled(settlement));
  }

  /** A transaction was broadcast. */
  started(): void {
    this.#modal.show(NOTICES.transactionStarted);
  }

  dispose(): void {
    this.#following.unsubscribe();
  }

  #settled(settlement: Settlement): void {
    const message = messageOf(settlement);
    this.#modal.show(message);
    const facts = sendFacts(settlement.transaction);
    if (settlement.outcome.status === 'confirmed') this.#events.track('SEND_SUCCESS', facts);
    else this.#events.track('SEND_ERROR', { ...facts, message: message.message });
  }
}
