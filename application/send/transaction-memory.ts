import { filter, map, type Observable } from 'rxjs';
import {
  isSameTransaction,
  type SentTransaction,
  type TransactionNews,
  type TransactionOutcome,
  withoutOldOutcomes,
  withTransaction,
} from '../../domain/send/sent-transaction.js';
import { readTransactions, writeTransactions } from '../../domain/send/stored-transactions.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { Storage } from '../ports/storage.port.js';
import { StateSubject } from '../shared/state-subject.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/**
 * The transactions that were broadcast, over reloads and in all tabs of the site. A storage that fails is logged and
 * nothing more: what was broadcast is followed all the same, as long as the page lives.
 */
export class TransactionMemory {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #list: StateSubject<readonly SentTransaction[]>;

  constructor(storage: Storage, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#clock = clock;
    this.#logger = logger;
    this.#list = new StateSubject(this.#read() ?? []);
  }

  /** What is known, the newest first. */
  get list(): readonly SentTransaction[] {
    return this.#list.value;
  }

  /** The list now and after each change. */
  get list$(): Observable<readonly SentTransaction[]> {
    return this.#list.value$;
  }

  /** Another tab wrote: what it says, read anew. */
  get changes$(): Observable<readonly SentTransaction[]> {
    return this.#storage.changes$.pipe(
      filter(({ key }) => key === STORAGE_KEYS.transactions),
      map(() => this.refresh()),
    );
  }

  /** Takes in what other tabs wrote meanwhile. */
  refresh(): readonly SentTransaction[] {
    const stored = this.#read();
    if (stored !== null) this.#list.next(stored);
    return this.list;
  }

  /** Keeps a transaction, or a newer state of it. */
  keep(transaction: SentTransaction): void {
    this.replace(withTransaction(this.refresh(), transaction));
  }

  /** Keeps what another page must know of a transaction; what is kept of it now, `null` where it is known how it ended. */
  tell(transaction: SentTransaction, news: TransactionNews): SentTransaction | null {
    const known = this.refresh().find((each) => isSameTransaction(each, transaction));
    if (known === undefined || known.outcome !== null) return null;
    const kept = { ...known, ...news };
    this.replace(withTransaction(this.list, kept));
    return kept;
  }

  /** Keeps what became of a transaction; `false` when that is known already. */
  settle(transaction: SentTransaction, outcome: TransactionOutcome): boolean {
    const known = this.refresh().find((each) => isSameTransaction(each, transaction));
    if (known !== undefined && known.outcome !== null) return false;
    this.replace(withTransaction(this.list, { ...transaction, outcome, follower: null }));
    return true;
  }

  /** Writes the list, without outcomes that everybody had time to hear of. */
  replace(list: readonly SentTransaction[]): void {
    const kept = withoutOldOutcomes(list, this.#clock.now());
    this.#list.next(kept);
    try {
      if (kept.length === 0) this.#storage.remove(STORAGE_KEYS.transactions);
      else this.#storage.set(STORAGE_KEYS.transactions, writeTransactions(kept));
    } catch (error) {
      // Not the port's doing, but a host's own storage may do it.
      this.#logger.error('The sent transactions could not be kept: after a reload nothing follows them', error);
    }
  }

  /** Says once that nothing survives the page, where that is so. */
  warn(): void {
    this.#storage.durability$
      .subscribe((durability) => {
        if (durability === 'memory') this.#logger.warn('The browser keeps nothing: a sent transaction is not followed over a reload');
      })
      .unsubscribe();
  }

  complete(): void {
    this.#list.complete();
  }

  /** What is stored; `null` where the storage fails. */
  #read(): readonly SentTransaction[] | null {
    try {
      return readTransactions(this.#storage.get(STORAGE_KEYS.transactions));
    } catch (error) {
      this.#logger.error('The sent transactions could not be read', error);
      return null;
    }
  }
}
