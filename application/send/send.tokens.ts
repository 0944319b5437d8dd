import { token } from '../shared/token.js';
import type { OperationReports } from './operation-reports.js';
import type { PendingWatcher } from './pending-watcher.js';
import type { RecentRecipients } from './recent-recipients.js';
import type { SendFeeEstimates } from './send-fee-estimates.js';
import type { SendForm } from './send-form.js';
import type { SentTransactions } from './sent-transactions.js';
import type { TransactionNotifier } from './transaction-notifier.js';
import type { TransactionRepository } from './transaction-repository.js';
import type { TransactionTracker } from './transaction-tracker.js';

/** Token of the transaction repository. */
export const TRANSACTION_REPOSITORY = token<TransactionRepository>('TransactionRepository');

/** Token of the transaction tracker. */
export const TRANSACTION_TRACKER = token<TransactionTracker>('TransactionTracker');

/** Token of the transaction notifier. */
export const TRANSACTION_NOTIFIER = token<TransactionNotifier>('TransactionNotifier');

/** Token of the reports of batches and user operations. */
export const OPERATION_REPORTS = token<OperationReports>('OperationReports');

/** Token of the watcher of pending transactions of anyone. */
export const PENDING_WATCHER = token<PendingWatcher>('PendingWatcher');

/** Token of the form of a transfer. */
export const SEND_FORM = token<SendForm>('SendForm');

/** Token of the fees of a transfer that is being entered. */
export const SEND_FEE_ESTIMATES = token<SendFeeEstimates>('SendFeeEstimates');

/** Token of the addresses that the user has sent to. */
export const RECENT_RECIPIENTS = token<RecentRecipients>('RecentRecipients');

/** Token of the sent transactions. */
export const SENT_TRANSACTIONS = token<SentTransactions>('SentTransactions');
