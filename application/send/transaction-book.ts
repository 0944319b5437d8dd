import { Subject, Subscription, timer } from 'rxjs';
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
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import { followCalls } from './follow-calls.js';
import { type Follow, TransactionFollower } from './transaction-follower.js';
import type { TransactionMemory } from './transaction-memory.js';

/** How long a tab counts as alive after it last said so, and how often it says so while something is followed. */
const LEASE_MS = 5_000;
const TICK_MS = 2_000;

/** What the book is made of. `tab` names this tab among those of the site. */
export interface TransactionBookParts {
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
export class TransactionBook {
  readonly #parts: TransactionBookParts;
  readonly #followers = new Map<string, { readonly transaction: SentTransaction; readonly follower: TransactionFollower }>();
  readonly #listening: Subscription;
  readonly #settled = new Subject<Settlement>();
  #ticking = Subscription.EMPTY;
  #mayRead = false;
  #isDisposed = false;

  constructor(parts: TransactionBookParts) {
    this.#parts = parts;
    let before = parts.memory.list;
    this.#listening = parts.memory.changes$.subscribe((after) => {
      // Another tab knows more: what it settled has moved money of this tab's account too.
      for (const { namespace, outcome, ...each } of after)
        if (outcome !== null && before.some((other) => isSameTransaction(other, each) && other.outcome === null))
          parts.balances.refresh(namespace);
      before = after;
      if (this.#mayRead) this.#tick();
    });
  }

  /** Each outcome, told by one tab only. */
  readonly settled$ = this.#settled.asObservable();

  get memory(): TransactionMemory {
    return this.#parts.memory;
  }

  /** Takes up what is followed by nobody: a stored session was resumed, or the visitor acted. */
  resume(): void {
    this.#mayRead = true;
    if (this.#ticking.closed) this.#ticking = timer(0, TICK_MS, this.#parts.clock.scheduler).subscribe(() => this.#tick());
  }

  /** A transaction was broadcast: it is kept before anything else happens, then followed. */
  add(broadcast: Broadcast): TransactionFollower | null {
    const { clock, memory } = this.#parts;
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
    const { memory, tab } = this.#parts;
    const isOwn = ({ outcome, follower }: SentTransaction): boolean => outcome === null && follower?.tab === tab;
    const list = memory.refresh();
    if (list.some(isOwn)) memory.replace(list.map((each) => (isOwn(each) ? { ...each, follower: null } : each)));
    memory.complete();
    this.#settled.complete();
  }

  #claim(): NonNullable<SentTransaction['follower']> {
    const { clock, tab } = this.#parts;
    return { tab, until: clock.now() + LEASE_MS };
  }

  /** Renews what this tab follows, takes up what nobody does, and leaves what is known or another tab's. */
  #tick(): void {
    const { memory, clock, tab } = this.#parts;
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
    const { chains, connections, clock } = this.#parts;
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
    const { clock, logger, balances } = this.#parts;
    const follower = new TransactionFollower(transaction, reads, clock, {
      settled: (outcome) => {
        this.#followers.delete(key);
        this.#settle(transaction, outcome);
      },
      told: (news) => {
        const kept = this.#parts.memory.tell(transaction, news);
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
    const { memory, balances } = this.#parts;
    balances.refresh(transaction.namespace);
    // Another tab may have followed it too for a moment: what it told is not told twice.
    if (memory.settle(transaction, outcome)) this.#settled.next({ transaction, outcome });
  }
}
