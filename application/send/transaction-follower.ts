import { type Observable, ReplaySubject, Subscription, timer } from 'rxjs';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SentTransaction, TransactionNews, TransactionOutcome } from '../../domain/send/sent-transaction.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';

/** A node that could not tell is asked again after so long; each time it takes twice as long, up to the other one. */
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Begins to follow it, with what was told of it before. */
export type Follow = (trace: string | null) => Observable<TransactionProgress>;

/** What is told of one transaction. */
export interface FollowerListener {
  /** What another page must know of it, whenever that becomes another. */
  told(news: TransactionNews): void;
  /** What became of it; the last thing that is told. */
  settled(outcome: TransactionOutcome): void;
  /** Nobody could tell, and it is tried again. */
  failed(error: unknown): void;
}

/** Follows one transaction until its outcome is known, over failures of its nodes. */
export class TransactionFollower {
  readonly #follow: Follow;
  readonly #clock: Clock;
  readonly #listener: FollowerListener;
  readonly #life = new Subscription();
  #news: TransactionNews;
  #progress = new ReplaySubject<TransactionProgress>(1);
  #retryMs = FIRST_RETRY_MS;
  /** How far it is, and each step from now on; ends or fails with the first attempt. */
  readonly first$: Observable<TransactionProgress> = this.#progress.asObservable();

  constructor(transaction: SentTransaction, follow: Follow, clock: Clock, listener: FollowerListener) {
    this.#news = { trace: transaction.trace, isReplaceable: transaction.isReplaceable };
    this.#follow = follow;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Whether somebody waits for it. */
  get isWatched(): boolean {
    return this.#progress.observed;
  }

  /** Begins. Once. */
  start(): void {
    const progress = this.#progress;
    let blockNumber: bigint | null = null;
    this.#life.add(
      this.#follow(this.#news.trace).subscribe({
        next: (step) => {
          blockNumber = step.blockNumber;
          this.#keep(step);
          progress.next(step);
        },
        error: (error: unknown) => this.#fail(error, progress),
        complete: () => {
          // A stream that ends without a block has told nothing.
          if (blockNumber === null) this.#again(new Error('The transaction was followed to no end'));
          else this.#listener.settled({ status: 'confirmed', blockNumber, at: this.#clock.now() });
          progress.complete();
        },
      }),
    );
  }

  /** Leaves it; nothing is told any more. */
  stop(): void {
    this.#life.unsubscribe();
  }

  #keep(step: TransactionProgress): void {
    const { trace, isReplaceable } = this.#news;
    const news: TransactionNews = { trace: step.trace ?? trace, isReplaceable: step.isReplaceable ?? isReplaceable };
    if (news.trace === trace && news.isReplaceable === isReplaceable) return;
    this.#news = news;
    this.#listener.told(news);
  }

  #fail(error: unknown, progress: ReplaySubject<TransactionProgress>): void {
    const at = this.#clock.now();
    if (isLatchkeyError(error, 'network/transaction-reverted')) this.#listener.settled({ status: 'reverted', at });
    else if (isLatchkeyError(error, 'network/transaction-partly-reverted')) this.#listener.settled({ status: 'partly-reverted', at });
    else if (isLatchkeyError(error, 'network/transaction-dropped')) this.#listener.settled({ status: 'dropped', at });
    else this.#again(error);
    progress.error(error);
  }

  #again(error: unknown): void {
    this.#listener.failed(error);
    this.#progress = new ReplaySubject(1);
    this.#life.add(timer(this.#retryMs, this.#clock.scheduler).subscribe(() => this.start()));
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }
}
