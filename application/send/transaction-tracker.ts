import { type Observable, ReplaySubject, Subject, Subscription, timer } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import {
  isFollowed,
  isSameTransaction,
  type SentTransaction,
  type TransactionNews,
  type TransactionOutcome,
} from '../../domain/send/sent-transaction.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains, TransactionProgress, WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { CallsStatus } from '../ports/wallet-calls.js';
import { fromAbortable } from '../shared/from-abortable.js';
import { pause } from '../shared/pause.js';
import type { TransactionMemory } from './transaction-memory.js';

/** How long a tab counts as alive after it last said so, and how often it says so while something is followed. */
const LEASE_MS = 5_000;
const TICK_MS = 2_000;

/** What the tracker is made of. `tab` names this tab among those of the site. */
export interface TransactionTrackerDeps {
  readonly memory: TransactionMemory;
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly balances: BalanceReader;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tab: string;
}

/** What is known of a transaction when it is broadcast. */
export type Broadcast = Omit<SentTransaction, keyof TransactionNews | 'sentAt' | 'outcome' | 'follower'>;

/** A transaction whose outcome became known in this tab. */
export interface Settlement {
  readonly transaction: SentTransaction;
  readonly outcome: TransactionOutcome;
}

const keyOf = ({ chainId, hash }: Pick<SentTransaction, 'chainId' | 'hash'>): string => `${chainId} ${hash}`;

/**
 * Follows every broadcast transaction to its outcome, also after a reload. Of several tabs one follows each: it renews its
 * claim while it lives, and another takes over when it is gone. Reads nothing before {@link resume} or {@link add}.
 */
export class TransactionTracker {
  readonly #deps: TransactionTrackerDeps;
  readonly #followers = new Map<string, { readonly transaction: SentTransaction; readonly follower: TransactionFollower }>();
  readonly #listening: Subscription;
  readonly #settled = new Subject<Settlement>();
  #ticking = Subscription.EMPTY;
  #mayRead = false;
  #isDisposed = false;

  constructor(deps: TransactionTrackerDeps) {
    this.#deps = deps;
    let before = deps.memory.list;
    this.#listening = deps.memory.changes$.subscribe((after) => {
      // Another tab knows more: what it settled has moved money of this tab's account too.
      for (const { namespace, outcome, ...each } of after)
        if (outcome !== null && before.some((other) => isSameTransaction(other, each) && other.outcome === null))
          deps.balances.refresh(namespace);
      before = after;
      if (this.#mayRead) this.#tick();
    });
  }

  /** Each outcome, told by one tab only. */
  readonly settled$ = this.#settled.asObservable();

  get memory(): TransactionMemory {
    return this.#deps.memory;
  }

  /** Takes up what is followed by nobody: a stored session was resumed, or the visitor acted. */
  resume(): void {
    if (this.#isDisposed) return;
    this.#mayRead = true;
    if (this.#ticking.closed) this.#ticking = timer(0, TICK_MS, this.#deps.clock.scheduler).subscribe(() => this.#tick());
  }

  /** A transaction was broadcast: it is kept before anything else happens, then followed. */
  add(broadcast: Broadcast): TransactionFollower | null {
    const { clock, memory } = this.#deps;
    const transaction: SentTransaction = {
      ...broadcast,
      trace: null,
      isReplaceable: null,
      sentAt: clock.now(),
      outcome: null,
      follower: this.#claim(),
    };
    memory.keep(transaction);
    // A wallet may be late even for that: the next page follows it.
    if (this.#isDisposed) return null;
    memory.warn();
    this.resume();
    return this.#follow(transaction);
  }

  /** Whether nothing is followed here any more. */
  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  /** Leaves everything to other tabs. */
  dispose(): void {
    this.#isDisposed = true;
    this.#listening.unsubscribe();
    this.#ticking.unsubscribe();
    for (const { follower } of this.#followers.values()) follower.stop();
    const { memory, tab } = this.#deps;
    const isOwn = ({ outcome, follower }: SentTransaction): boolean => outcome === null && follower?.tab === tab;
    const list = memory.refresh();
    if (list.some(isOwn)) memory.replace(list.map((each) => (isOwn(each) ? { ...each, follower: null } : each)));
    this.#settled.complete();
  }

  #claim(): NonNullable<SentTransaction['follower']> {
    const { clock, tab } = this.#deps;
    return { tab, until: clock.now() + LEASE_MS };
  }

  /** Renews what this tab follows, takes up what nobody does, and leaves what is known or another tab's. */
  #tick(): void {
    const { memory, clock, tab } = this.#deps;
    memory.refresh();
    // Two tabs that write at the same moment may lose what one of them wrote.
    for (const { transaction } of this.#followers.values())
      if (!memory.list.some((each) => isSameTransaction(each, transaction))) memory.keep({ ...transaction, follower: this.#claim() });
    const { list } = memory;
    const now = clock.now();
    const isOthers = (each: SentTransaction): boolean => each.follower?.tab !== tab && isFollowed(each, now, LEASE_MS);
    const own = list.filter((each) => each.outcome === null && !isOthers(each) && this.#readable(each) !== null);
    for (const [key, { follower }] of this.#followers) {
      if (follower.isWatched || own.some((each) => keyOf(each) === key)) continue;
      follower.stop();
      this.#followers.delete(key);
    }
    const isDue = (each: SentTransaction): boolean => own.includes(each) && (each.follower?.until ?? 0) - now <= LEASE_MS - TICK_MS;
    if (list.some(isDue)) memory.replace(list.map((each) => (isDue(each) ? { ...each, follower: this.#claim() } : each)));
    for (const each of own) this.#follow(each);
    if (list.every(({ outcome }) => outcome !== null)) this.#ticking.unsubscribe();
  }

  /** How a transaction is read; `null` while its chain or network is not configured, or a batch's wallet is not connected. */
  #readable(transaction: SentTransaction): Follow | null {
    const { namespace, chainId, hash, isBatch, to, value } = transaction;
    const { chains, connections, clock } = this.#deps;
    if (isBatch) {
      const session = connections.sessionOf(namespace);
      return session?.calls?.eip155 === undefined ? null : () => followCalls(session, transaction, clock);
    }
    const chain = chains.get(namespace);
    const network = findNetworkById(connections.state.namespaces[namespace]?.requested ?? [], chainId);
    if (chain === undefined || network === undefined) return null;
    const known = to === '' ? {} : { payment: { to, value } };
    return (trace) => chain.followTransaction({ hash, network, ...known, ...(trace === null ? {} : { trace }) });
  }

  #follow(transaction: SentTransaction): TransactionFollower | null {
    const key = keyOf(transaction);
    const known = this.#followers.get(key)?.follower;
    const reads = this.#readable(transaction);
    if (known !== undefined || reads === null) return known ?? null;
    const { clock, logger, balances } = this.#deps;
    const follower = new TransactionFollower(transaction, reads, clock, {
      settled: (outcome) => {
        this.#followers.delete(key);
        this.#settle(transaction, outcome);
      },
      told: (news) => {
        const kept = this.#deps.memory.tell(transaction, news);
        if (kept !== null) this.#followers.set(key, { transaction: kept, follower });
      },
      failed: (error) => {
        logger.warn(`Nobody can tell what became of ${transaction.hash} on ${transaction.chainId}; it is asked for again`, error);
        balances.refresh(transaction.namespace);
      },
    });
    this.#followers.set(key, { transaction, follower });
    follower.start();
    return follower;
  }

  #settle(transaction: SentTransaction, outcome: TransactionOutcome): void {
    const { memory, balances } = this.#deps;
    balances.refresh(transaction.namespace);
    // Another tab may have followed it too for a moment: what it told is not told twice.
    if (memory.settle(transaction, outcome)) this.#settled.next({ transaction, outcome });
  }
}

/** The wallet is asked in this rhythm: quickly at first, then as often as a block comes. It is never asked twice at a time. */
const FIRST_LOOK_MS = 1_000;
const LAST_LOOK_MS = 15_000;
const LOOK_GROWTH = 1.5;
/** So many questions in a row may fail before following ends. */
const FAILED_LOOKS = 3;

/**
 * Follows a batch of calls, which only the wallet that took it knows by its id: `seen` while it waits, `included` with the
 * block of its last transaction. Asks nobody but the wallet, and never the person. Fails with `network/transaction-dropped`,
 * `network/transaction-reverted`, `network/transaction-partly-reverted`, and with `network/unknown-outcome` when the wallet
 * does not tell.
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
const followCalls = (
  session: WalletSession,
  { hash: id, chainId }: Pick<SentTransaction, 'hash' | 'chainId'>,
  clock: Clock,
): Observable<TransactionProgress> =>
  fromAbortable(async (signal, emit: (progress: TransactionProgress) => void) => {
    let wasSeen = false;
    let failures = 0;
    for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * LOOK_GROWTH, LAST_LOOK_MS)) {
      try {
        const status = await session.calls?.eip155?.getCallsStatus({ id }, signal);
        if (status === undefined) throw new LatchkeyError('wallet/unsupported-method', { method: 'wallet_getCallsStatus' });
        const progress = progressOf(status, { chainId, hash: id });
        if (progress.settled || !wasSeen) emit(progress);
        if (progress.settled) return;
        wasSeen = true;
        failures = 0;
      } catch (cause) {
        signal.throwIfAborted();
        if (!isLatchkeyError(cause) || isOutcome(cause)) throw cause;
        failures += 1;
        if (failures === FAILED_LOOKS) throw new LatchkeyError('network/unknown-outcome', { chainId, hash: id }, { cause });
      }
      await pause(waitMs, clock, signal);
    }
  });

/** What a status code means; its hundreds say it all. */
const progressOf = (
  { status, receipts }: CallsStatus,
  context: { readonly chainId: string; readonly hash: string },
): TransactionProgress => {
  const fail = (how: 'dropped' | 'reverted' | 'partly-reverted' | null): never => {
    throw new LatchkeyError(how === null ? 'network/unknown-outcome' : `network/transaction-${how}`, context);
  };
  const kind = Math.floor(status / 100);
  if (kind === 1) return { status: 'seen', blockNumber: null, settled: false };
  if (kind !== 2) return fail(({ 4: 'dropped', 5: 'reverted', 6: 'partly-reverted' } as const)[kind] ?? null);
  // A wallet that says "confirmed" has the receipts: without them it has said nothing that could be checked.
  const last = receipts.at(-1) ?? fail(null);
  return { status: 'included', blockNumber: last.blockNumber, settled: true };
};

const isOutcome = (error: LatchkeyError): boolean =>
  error.code.startsWith('network/transaction-') || error.code === 'network/unknown-outcome';

/** A node that could not tell is asked again after so long; each time it takes twice as long, up to the other one. */
const FIRST_RETRY_MS = 15_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Begins to follow it, with what was told of it before. */
type Follow = (trace: string | null) => Observable<TransactionProgress>;

/** What is told of one transaction. */
interface FollowerListener {
  /** What another page must know of it, whenever that becomes another. */
  told(news: TransactionNews): void;
  /** What became of it; the last thing that is told. */
  settled(outcome: TransactionOutcome): void;
  /** Nobody could tell, and it is tried again. */
  failed(error: unknown): void;
}

/** Follows one transaction until its outcome is known, over failures of its nodes. */
class TransactionFollower {
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
