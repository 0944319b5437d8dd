import { combineLatest, concat, defer, distinctUntilChanged, type Observable, of, scan, switchMap, timer } from 'rxjs';
import { type InFlightTransaction, inFlightOf, nextHiding, withKeptRows } from '../../domain/send/in-flight.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import { replacingWallet } from './replacing-wallet.js';
import type { TransactionRepository } from './transaction-repository.js';

const NONE: readonly InFlightTransaction[] = [];

/**
 * Emits the transactions of this site that are on their way, the newest first, also those of other tabs and from before a reload, each with
 * whether it can be sped up or canceled. An outcome stays for a few seconds. A transaction and its replacements are one entry.
 */
export class WatchInFlight {
  readonly #repository: TransactionRepository;
  readonly #connections: ConnectionStore;
  readonly #clock: Clock;

  constructor(repository: TransactionRepository, connections: ConnectionStore, clock: Clock) {
    this.#repository = repository;
    this.#connections = connections;
    this.#clock = clock;
  }

  /** The current list, for synchronous readers. */
  current(): readonly InFlightTransaction[] {
    const rows = this.#read(this.#repository.list);
    return rows.length === 0 ? NONE : rows;
  }

  execute(): Observable<readonly InFlightTransaction[]> {
    return defer(() =>
      combineLatest([this.#repository.list$, this.#connections.state$]).pipe(
        switchMap(([list]) => this.#whileShown(list)),
        scan(withKeptRows, NONE),
        distinctUntilChanged(),
      ),
    );
  }

  /** Reads the list now, and again each time that an outcome is no longer shown. */
  #whileShown(list: readonly SentTransaction[]): Observable<readonly InFlightTransaction[]> {
    const shown = this.#read(list);
    const hidingAt = nextHiding(shown);
    // Completes with the list.
    if (hidingAt === null) return of(shown);
    const later$ = timer(Math.max(1, hidingAt - this.#clock.now()), this.#clock.scheduler).pipe(switchMap(() => this.#whileShown(list)));
    return concat(of(shown), later$);
  }

  #read(list: readonly SentTransaction[]): readonly InFlightTransaction[] {
    return inFlightOf(list, this.#clock.now(), ({ namespace }) => replacingWallet(this.#connections.sessionOf(namespace)));
  }
}
