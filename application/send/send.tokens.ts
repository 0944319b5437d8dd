import { token } from '../shared/token.js';
import type { SentTransactions } from './sent-transactions.js';
import type { TransactionTeller } from './tell-transactions.js';
import type { TransactionMemory } from './transaction-memory.js';
import type { TransactionTracker } from './transaction-tracker.js';

/** Token of the transactions that are kept for the next page. */
export const TRANSACTION_MEMORY = token<TransactionMemory>('TransactionMemory');

/** Token of the transaction tracker: it follows each broadcast transaction to its outcome. */
export const TRANSACTION_TRACKER = token<TransactionTracker>('TransactionTracker');

/** Token of what shows and tracks the outcomes of transactions. */
export const TRANSACTION_TELLER = token<TransactionTeller>('TransactionTeller');

/** Token of what each use case does with what it broadcasts. */
export const SENT_TRANSACTIONS = token<SentTransactions>('SentTransactions');
