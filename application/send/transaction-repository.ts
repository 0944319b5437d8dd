import { filter, map, type Observable } from 'rxjs';
import {
  isSameTransaction,
  recentTransactions,
  type SentTransaction,
  type TransactionOutcome,
  type TransactionUpdate,
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
 * Persists broadcast transactions, shared by all tabs of the site. A storage failure is only logged: transactions are still
 * tracked until a reload.
 */
export class TransactionRepository {
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

  /** The transactions, the newest first. Of namespaces whose history no service has, also those settled long ago. */
  get list(): readonly SentTransaction[] {
    return this.#list.value;
  }

  /** The current list, then each change. */
  get list$(): Observable<readonly SentTransaction[]> {
    return this.#list.value$;
  }

  /** Those of {@link list} that are pending or were settled in the last minutes. */
  get recent(): readonly SentTransaction[] {
    return recentTransactions(this.list, this.#clock.now());
  }

  /** {@link recent}, then again with each change of the list. */
  get recent$(): Observable<readonly SentTransaction[]> {
    return this.list$.pipe(map(() => this.recent));
  }

  /** The list after each change by another tab. */
  get changes$(): Observable<readonly SentTransaction[]> {
    return this.#storage.changes$.pipe(
      filter(({ key }) => key === STORAGE_KEYS.transactions),
      map(() => this.refresh()),
    );
  }

  /** Reads the list again, including changes of other tabs. */
  refresh(): readonly SentTransaction[] {
    const stored = this.#read();
    if (stored !== null) this.#list.next(stored);
    return this.list;
  }

  /** Adds or replaces a transaction. */
  save(transaction: SentTransaction): void {
    this.replaceAll(withTransaction(this.refresh(), transaction));
  }

  /** Updates a pending transaction; returns the result, `null` if it is settled or missing. */
  update(transaction: SentTransaction, change: TransactionUpdate): SentTransaction | null {
    const stored = this.refresh().find((each) => isSameTransaction(each, transaction));
    if (stored === undefined || stored.outcome !== null) return null;
    const updated = { ...stored, ...change };
    this.replaceAll(withTransaction(this.list, updated));
    return updated;
  }

  /** Stores the outcome of a transaction; `false` if it already has one. */
  settle(transaction: SentTransaction, outcome: TransactionOutcome): boolean {
    const stored = this.refresh().find((each) => isSameTransaction(each, transaction));
    if (stored !== undefined && stored.outcome !== null) return false;
    this.replaceAll(withTransaction(this.list, { ...(stored ?? transaction), outcome, follower: null }));
    return true;
  }

  /** Stores the list without old outcomes. */
  replaceAll(list: readonly SentTransaction[]): void {
    const remaining = withoutOldOutcomes(list, this.#clock.now());
    this.#list.next(remaining);
    try {
      if (remaining.length === 0) this.#storage.remove(STORAGE_KEYS.transactions);
      else this.#storage.set(STORAGE_KEYS.transactions, writeTransactions(remaining));
    } catch (error) {
      // The port never throws, but an app's own storage may.
      this.#logger.error('The sent transactions could not be stored: they are not tracked after a reload', error);
    }
  }

  /** Logs a warning if the storage is not persistent. */
  warnIfNotPersistent(): void {
    this.#storage.durability$
      .subscribe((durability) => {
        if (durability === 'memory') this.#logger.warn('The storage is not persistent: sent transactions are not tracked after a reload');
      })
      .unsubscribe();
  }

  complete(): void {
    this.#list.complete();
  }

  /** Returns the stored list; `null` if the storage fails. */
  #read(): readonly SentTransaction[] | null {
    try {
      return readTransactions(this.#storage.get(STORAGE_KEYS.transactions));
    } catch (error) {
      this.#logger.error('The sent transactions could not be read', error);
      return null;
    }
  }
}
