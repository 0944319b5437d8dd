import { errorMessage } from '../../domain/errors/error-messages.js';
import { NOTICES, type SnackbarMessage } from '../../domain/modal/snackbar-machine.js';
import type { SentPurpose } from '../../domain/send/sent-purpose.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { Settlement } from './transaction-tracker.js';

/** Names of purposes in messages. That a transfer was started is quoted from the specification. */
const NAMES: Readonly<Record<SentPurpose, string>> = {
  send: 'Transaction',
  call: 'Contract call',
  approval: 'Approval',
  batch: 'Batch of calls',
  swap: 'Swap',
  psbt: 'Bitcoin transaction',
  cancel: 'Cancellation',
};

/** The message for a transaction that was broadcast. */
export const startedMessage = ({ purpose }: Pick<SentTransaction, 'purpose'>): SnackbarMessage =>
  purpose === 'send' ? NOTICES.transactionStarted : { message: `${NAMES[purpose]} started`, variant: 'success' };

const confirmedText = ({ purpose, swap }: SentTransaction): string => {
  if (purpose === 'swap' && swap !== null) return `Swapped ${swap.fromToken} to ${swap.toAmount} ${swap.toToken}`;
  return purpose === 'cancel' ? 'Transaction cancelled' : `${NAMES[purpose]} confirmed`;
};

/**
 * The message for an outcome; `null` if another message says it: that of the transaction that took the place of this one.
 */
export const settledMessage = ({ transaction, outcome }: Settlement): SnackbarMessage | null => {
  if (outcome.status === 'replaced') return null;
  if (outcome.status === 'confirmed') return { message: confirmedText(transaction), variant: 'success' };
  const { chainId, hash, purpose } = transaction;
  const text = errorMessage(`network/transaction-${outcome.status}`, { chainId, hash });
  return { message: purpose === 'send' ? text : `${NAMES[purpose]}: ${text}`, variant: 'error' };
};
