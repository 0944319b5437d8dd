import { type Observable, ReplaySubject, Subject, Subscription, timer } from 'rxjs';
import { addressOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { replacementsOf } from '../../domain/send/replacement.js';
import {
  isFollowed,
  isSameTransaction,
  type SentTransaction,
  type TransactionOutcome,
  type TransactionUpdate,
} from '../../domain/send/sent-transaction.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains, TransactionProgress } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import { followReports } from './follow-reports.js';
import type { OperationReports } from './operation-reports.js';
import type { TransactionRepository } from './transaction-repository.js';

/** Lease of a tab on a pending transaction, and the interval at which it is renewed. */
const LEASE_MS = 5_000;
const TICK_MS = 2_000;

/** Dependencies of `TransactionTracker`. `tab` is the id of this tab. */
export interface TransactionTrackerDeps {
  readonly repository: TransactionRepository;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly balances: BalanceReader;
  readonly reports: Pick<OperationReports, 'readerOf'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tab: string;
}

/** A transaction at the time of its broadcast. `sentAt` is now by default. */
export type Broadcast = Omit<SentTransaction, keyof TransactionUpdate | 'replaces' | 'sentAt' | 'outcome' | 'follower'> &
  Partial<Pick<SentTransaction, 'replaces' | 'trace' | 'sentAt'>>;

/** An outcome that a chain or a wallet reports. */
export type ReportedOutcome = Exclude<TransactionOutcome, { readonly status: 'refused' }>;

/** A transaction that was settled by this tab. */
export interface Settlement {
  readonly transaction: SentTransaction;
  readonly outcome: ReportedOutcome;
  /** The transaction that took its place; `null` unless the outcome is `replaced`. */
  readonly replacement: SentTransaction | null;
}

const isRefused = ({ outcome }: SentTransaction): boolean => outcome?.status === 'refused';

const keyOf = ({ chainId, hash }: Pick<SentTransaction, 'chainId' | 'hash'>): string => `${chainId} ${hash}`;

/**
 * Tracks every broadcast transaction to its outcome, also after a reload. Each transaction is followed by one tab, which renews its
 * lease; when the tab is closed, another one takes over. Reads nothing before {@link resume} or {@link add}.
 */
export class TransactionTracker {
  readonly #deps: TransactionTrackerDeps;
  readonly #followers = new Map<string, { readonly transaction: SentTransaction; readonly follower: TransactionFollower }>();
  /**
   * Transactions whose broadcast this tab waits for, by key: it follows them afterwards, other tabs once its lease has expired. `isNew` is
   * false for a repeated broadcast, whose refusal proves nothing about the first one.
   */
  readonly #unanswered = new Map<string, { readonly isNew: boolean }>();
  readonly #subscription: Subscription;
  readonly #settled = new Subject<Settlement>();
  #tickSubscription = Subscription.EMPTY;
  #canRead = false;
  #isDisposed = false;

  constructor(deps: TransactionTrackerDeps) {
    this.#deps = deps;
    let before = deps.repository.list;
    this.#subscription = deps.repository.changes$.subscribe((after) => {
      // A transaction settled by another tab may have changed the balance of this tab's account.
      for (const { namespace, outcome, ...each } of after)
        if (outcome !== null && before.some((other) => isSameTransaction(other, each) && other.outcome === null))
          deps.balances.refreshAll(namespace);
      before = after;
      if (this.#canRead) this.#tick();
    });
  }

  /** Settlements; each is emitted in one tab only. */
  readonly settled$ = this.#settled.asObservable();

  get repository(): TransactionRepository {
    return this.#deps.repository;
  }

  /** Starts following pending transactions that no tab follows: after a stored session was resumed, or on a user action. */
  resume(): void {
    if (this.#isDisposed) return;
    this.#canRead = true;
    if (this.#tickSubscription.closed) this.#tickSubscription = timer(0, TICK_MS, this.#deps.clock.scheduler).subscribe(() => this.#tick());
  }

  /** Stores a transaction that may be in the network from now on. This tab follows it once {@link add} is called. */
  store(broadcast: Broadcast): void {
    const isNew = !this.#deps.repository.refresh().some((each) => isSameTransaction(each, broadcast) && !isRefused(each));
    this.#unanswered.set(keyOf(broadcast), { isNew });
    this.#save(broadcast);
    if (!this.#isDisposed) this.resume();
  }

  /** Settles a transaction of {@link store} that was not sent after all, unless its outcome is known. Emits nothing: its sender fails. */
  refuse(transaction: Pick<Broadcast, 'chainId' | 'hash'>): void {
    const { repository, clock } = this.#deps;
    const key = keyOf(transaction);
    const isNew = this.#unanswered.get(key)?.isNew ?? false;
    this.#unanswered.delete(key);
    const stored = repository.refresh().find((each) => isSameTransaction(each, transaction));
    // Not removed: another tab that follows it would take it for lost and store it again.
    if (isNew && stored !== undefined) repository.settle(stored, { status: 'refused', at: clock.now() });
  }

  /** Stores a broadcast transaction, then follows it. */
  add(broadcast: Broadcast): TransactionFollower | null {
    this.#unanswered.delete(keyOf(broadcast));
    const transaction = this.#save(broadcast);
    // Broadcast after disposal: it is followed after a reload.
    if (this.#isDisposed) return null;
    this.#deps.repository.warnIfNotPersistent();
    this.resume();
    return this.#follow(transaction);
  }

  /** Adds a transaction unless it is stored already. Returns whether it was added. */
  addIfMissing(broadcast: Broadcast): boolean {
    const isMissing = !this.#deps.repository.refresh().some((each) => isSameTransaction(each, broadcast));
    if (isMissing) this.add(broadcast);
    else this.resume();
    return isMissing;
  }

  /** True after {@link dispose}. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Stops following and releases the leases for other tabs. */
  dispose(): void {
    this.#isDisposed = true;
    this.#subscription.unsubscribe();
    this.#tickSubscription.unsubscribe();
    for (const { follower } of this.#followers.values()) follower.stop();
    const { repository, tab } = this.#deps;
    const isOwn = ({ outcome, follower }: SentTransaction): boolean => outcome === null && follower?.tab === tab;
    const list = repository.refresh();
    if (list.some(isOwn)) repository.replaceAll(list.map((each) => (isOwn(each) ? { ...each, follower: null } : each)));
    this.#settled.complete();
  }

  /** Returns the transaction as pending, with what is stored of it already. */
  #save(broadcast: Broadcast): SentTransaction {
    const { clock, repository } = this.#deps;
    const stored = repository.refresh().find((each) => isSameTransaction(each, broadcast) && !isRefused(each));
    const transaction: SentTransaction = {
      ...broadcast,
      replaces: broadcast.replaces === undefined ? (stored?.replaces ?? null) : broadcast.replaces,
      trace: broadcast.trace ?? stored?.trace ?? null,
      isReplaceable: stored?.isReplaceable ?? null,
      sentAt: broadcast.sentAt ?? stored?.sentAt ?? clock.now(),
      outcome: null,
      follower: this.#claim(),
    };
    // Another tab may have followed it to its outcome already, which is then kept: it is emitted only once.
    const outcome = stored?.outcome ?? null;
    repository.save(outcome === null ? transaction : { ...transaction, outcome, follower: null });
    return transaction;
  }

  #claim(): NonNullable<SentTransaction['follower']> {
    const { clock, tab } = this.#deps;
    return { tab, until: clock.now() + LEASE_MS };
  }

  /** Renews this tab's leases, follows transactions without a lease, and stops following those settled or leased by another tab. */
  #tick(): void {
    const { repository, clock, tab } = this.#deps;
    repository.refresh();
    // Concurrent writes of two tabs may have lost a transaction: store it again.
    for (const { transaction } of this.#followers.values())
      if (!repository.list.some((each) => isSameTransaction(each, transaction)))
        repository.save({ ...transaction, follower: this.#claim() });
    const { list } = repository;
    const now = clock.now();
    const isLeasedByOther = (each: SentTransaction): boolean => each.follower?.tab !== tab && isFollowed(each, now, LEASE_MS);
    const own = list.filter((each) => each.outcome === null && !isLeasedByOther(each) && this.#progressSourceOf(each) !== null);
    for (const [key, { follower }] of this.#followers) {
      if (follower.isWatched || own.some((each) => keyOf(each) === key)) continue;
      follower.stop();
      this.#followers.delete(key);
    }
    const isDue = (each: SentTransaction): boolean => own.includes(each) && (each.follower?.until ?? 0) - now <= LEASE_MS - TICK_MS;
    if (list.some(isDue)) repository.replaceAll(list.map((each) => (isDue(each) ? { ...each, follower: this.#claim() } : each)));
    for (const each of own) if (!this.#unanswered.has(keyOf(each))) this.#follow(each);
    if (list.every(({ outcome }) => outcome !== null)) this.#tickSubscription.unsubscribe();
  }

  /**
   * Returns the progress source of a transaction; `null` while its chain or network is not configured. A batch or a user operation has none
   * while neither a wallet is connected nor a bundler is configured.
   */
  #progressSourceOf(transaction: SentTransaction): ProgressSource | null {
    const { namespace, chainId, hash, kind, from, to, value, isSmartAccount } = transaction;
    const { chains, connections, reports, clock } = this.#deps;
    if (kind !== 'transaction') {
      const read = reports.readerOf(transaction);
      return read === null ? null : () => followReports(read, transaction, clock);
    }
    const chain = chains.get(namespace);
    const network = findNetworkById(connections.state.namespaces[namespace]?.networks ?? [], chainId);
    if (chain === undefined || network === undefined) return null;
    const payment = to === '' ? {} : { payment: { to, value } };
    const account = isSmartAccount ? { smartAccount: addressOf(from) } : {};
    return (trace) => chain.followTransaction({ hash, network, ...payment, ...account, ...(trace === null ? {} : { trace }) });
  }

  #follow(transaction: SentTransaction): TransactionFollower | null {
    const key = keyOf(transaction);
    const existing = this.#followers.get(key)?.follower;
    const source = this.#progressSourceOf(transaction);
    if (existing !== undefined || source === null) return existing ?? null;
    const { clock, logger, balances } = this.#deps;
    const follower = new TransactionFollower(transaction, source, clock, {
      onSettled: (outcome, replacedBy) => {
        this.#followers.delete(key);
        this.#settle(transaction, outcome, replacedBy);
      },
      onUpdated: (change) => {
        const updated = this.#deps.repository.update(transaction, change);
        if (updated === null) return;
        this.#followers.set(key, { transaction: updated, follower });
        this.#separate(updated);
      },
      onFailed: (error) => {
        logger.warn(`The outcome of ${transaction.hash} on ${transaction.chainId} could not be determined; retrying`, error);
        balances.refresh(transaction.namespace);
      },
    });
    this.#followers.set(key, { transaction, follower });
    follower.start();
    return follower;
  }

  /** Unlinks a transaction and its replacement if their traces show that both can get into a block: some wallets choose the nonce themselves. */
  #separate(transaction: SentTransaction): void {
    const { repository, chains } = this.#deps;
    const chain = chains.get(transaction.namespace);
    for (const other of replacementsOf(repository.list, transaction)) {
      const replacement = transaction.replaces === other.hash ? transaction : other;
      const replaced = replacement === other ? transaction : other;
      if (replacement.replaces !== replaced.hash || replacement.trace === null || replaced.trace === null) continue;
      if (chain?.areExclusive?.(replacement.trace, replaced.trace) !== false) continue;
      const separate = { ...replacement, replaces: null };
      repository.save(separate);
      const followed = this.#followers.get(keyOf(separate));
      if (followed !== undefined) this.#followers.set(keyOf(separate), { ...followed, transaction: separate });
    }
  }

  /** @param replacedBy hash of the transaction that took its place, if a chain reports one */
  #settle(transaction: SentTransaction, outcome: ReportedOutcome, replacedBy: string | null): void {
    const { repository, balances, clock } = this.#deps;
    balances.refreshAll(transaction.namespace);
    const list = repository.refresh();
    // A replacement by the wallet, unknown to this site, is the same payment with another fee, or proves that this one was dropped.
    const replacement = list.find(({ chainId, hash }) => chainId === transaction.chainId && hash === replacedBy) ?? null;
    this.#emit(transaction, replacement === null ? outcome : { status: 'replaced', by: replacement.hash, at: clock.now() }, replacement);
    const { status } = outcome;
    const winner = replacement ?? (status === 'confirmed' || status === 'reverted' ? transaction : null);
    if (winner !== null) this.#settleRivals(winner, outcome);
  }

  /** Settles the transactions that a transaction in a block replaces, or that were sent to replace it, if their traces prove it. */
  #settleRivals(transaction: SentTransaction, outcome: ReportedOutcome): void {
    const { repository, chains, clock } = this.#deps;
    const winner = repository.list.find((each) => isSameTransaction(each, transaction)) ?? transaction;
    const chain = chains.get(winner.namespace);
    for (const each of replacementsOf(repository.list, winner)) {
      if (each.outcome !== null || winner.trace === null || each.trace === null) continue;
      if (chain?.areExclusive?.(winner.trace, each.trace) !== true) continue;
      const key = keyOf(each);
      const follower = this.#followers.get(key)?.follower;
      this.#followers.delete(key);
      this.#unanswered.delete(key);
      follower?.stop();
      this.#emit(each, { status: 'replaced', by: winner.hash, at: clock.now() }, winner);
      follower?.endReplaced(each, winner, outcome);
    }
  }

  /** Stores an outcome. Another tab may have followed the transaction too for a moment: a settlement is emitted only once. */
  #emit(transaction: SentTransaction, outcome: ReportedOutcome, replacement: SentTransaction | null): void {
    if (this.#deps.repository.settle(transaction, outcome)) this.#settled.next({ transaction, outcome, replacement });
  }
}

/** Delay before an unknown outcome is read again; doubled each time up to the maximum. */
const FIRST_RETRY_MS = 15_000;
const MAX_RETRY_MS = 10 * 60_000;

/** Starts following a transaction with its stored trace. */
type ProgressSource = (trace: string | null) => Observable<TransactionProgress>;

/** Callbacks of a follower. */
interface FollowerListener {
  /** Called when data to be stored with the transaction has changed. */
  onUpdated(change: TransactionUpdate): void;
  /** Called once with the outcome, and the hash of the transaction that took the place of this one, if there is one. */
  onSettled(outcome: ReportedOutcome, replacedBy: string | null): void;
  /** Called when the outcome could not be determined; the follower retries. */
  onFailed(error: unknown): void;
}

/** Follows one transaction until its outcome is known, and retries after failed reads. */
export class TransactionFollower {
  readonly #hash: string;
  readonly #source: ProgressSource;
  readonly #clock: Clock;
  readonly #listener: FollowerListener;
  readonly #subscriptions = new Subscription();
  #stored: TransactionUpdate;
  #progress = new ReplaySubject<TransactionProgress>(1);
  #retryMs = FIRST_RETRY_MS;
  /** Current progress and each step; completes or fails with the first attempt. */
  readonly firstAttempt$: Observable<TransactionProgress> = this.#progress.asObservable();

  constructor(transaction: SentTransaction, source: ProgressSource, clock: Clock, listener: FollowerListener) {
    this.#stored = { trace: transaction.trace, isReplaceable: transaction.isReplaceable };
    this.#hash = transaction.hash;
    this.#source = source;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** True while a use case waits for the progress. */
  get isWatched(): boolean {
    return this.#progress.observed;
  }

  /** Starts an attempt. */
  start(): void {
    const progress = this.#progress;
    let blockNumber: bigint | null = null;
    let replacedBy: string | null = null;
    this.#subscriptions.add(
      this.#source(this.#stored.trace).subscribe({
        next: (step) => {
          blockNumber = step.blockNumber;
          replacedBy = step.replacedBy ?? null;
          this.#update(step);
          progress.next(step);
        },
        error: (error: unknown) => this.#fail(error, progress),
        complete: () => {
          // Completion without a block is not an outcome.
          if (blockNumber === null) this.#retry(new Error('The transaction progress completed without a block'));
          else this.#listener.onSettled({ status: 'confirmed', blockNumber, at: this.#clock.now() }, replacedBy);
          progress.complete();
        },
      }),
    );
  }

  /** Stops following; no callback is called any more. */
  stop(): void {
    this.#subscriptions.unsubscribe();
  }

  /** Ends the current attempt, because another transaction took the place of this one: the same payment with another fee, or another one. */
  endReplaced({ chainId, hash, purpose }: SentTransaction, winner: SentTransaction, outcome: ReportedOutcome): void {
    const progress = this.#progress;
    if (winner.purpose !== purpose) progress.error(new LatchkeyError('network/transaction-replaced', { chainId, hash, by: winner.hash }));
    else if (outcome.status === 'confirmed') {
      progress.next({ status: 'included', blockNumber: outcome.blockNumber, settled: true, replacedBy: winner.hash });
      progress.complete();
    } else if (outcome.status === 'reverted')
      progress.error(new LatchkeyError('network/transaction-reverted', { chainId, hash: winner.hash }));
    else progress.error(new LatchkeyError('network/unknown-outcome', { chainId, hash }));
  }

  #update(step: TransactionProgress): void {
    const { trace, isReplaceable } = this.#stored;
    const change: TransactionUpdate = { trace: step.trace ?? trace, isReplaceable: step.isReplaceable ?? isReplaceable };
    if (change.trace === trace && change.isReplaceable === isReplaceable) return;
    this.#stored = change;
    this.#listener.onUpdated(change);
  }

  #fail(error: unknown, progress: ReplaySubject<TransactionProgress>): void {
    const at = this.#clock.now();
    if (isLatchkeyError(error, 'network/transaction-reverted'))
      this.#listener.onSettled({ status: 'reverted', at }, error.context.hash === this.#hash ? null : error.context.hash);
    else if (isLatchkeyError(error, 'network/transaction-partly-reverted'))
      this.#listener.onSettled({ status: 'partly-reverted', at }, null);
    else if (isLatchkeyError(error, 'network/transaction-dropped'))
      this.#listener.onSettled({ status: 'dropped', at }, error.context.by ?? null);
    else this.#retry(error);
    progress.error(error);
  }

  #retry(error: unknown): void {
    this.#listener.onFailed(error);
    this.#progress = new ReplaySubject(1);
    this.#subscriptions.add(timer(this.#retryMs, this.#clock.scheduler).subscribe(() => this.start()));
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}
