import type { Observable } from 'rxjs';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { TransactionMemory } from './transaction-memory.js';

/**
 * Follows the transactions that this site broadcast and whose outcome is not known, or not for long, the newest first: of
 * this page, of the page before a reload and of other tabs. Reads nothing from a node by itself.
 */
export class WatchTransactions {
  readonly #memory: TransactionMemory;

  constructor(memory: TransactionMemory) {
    this.#memory = memory;
  }

  /** The list at this moment, for synchronous readers. */
  current(): readonly SentTransaction[] {
    return this.#memory.list;
  }

  execute(): Observable<readonly SentTransaction[]> {
    return this.#memory.list$;
  }
}
