import type { Observable } from 'rxjs';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { TransactionRepository } from './transaction-repository.js';

/**
 * Emits the pending and recently settled transactions of this site, the newest first, including those from before a reload and of
 * other tabs. Makes no RPC requests itself.
 */
export class WatchTransactions {
  readonly #repository: TransactionRepository;

  constructor(repository: TransactionRepository) {
    this.#repository = repository;
  }

  /** The current list, for synchronous readers. */
  current(): readonly SentTransaction[] {
    return this.#repository.recent;
  }

  execute(): Observable<readonly SentTransaction[]> {
    return this.#repository.recent$;
  }
}
