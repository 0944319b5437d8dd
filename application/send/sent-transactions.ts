import { type Observable, throwError } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { errorText } from '../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TransactionProgress } from '../ports/chain.port.js';
import type { EventBus } from '../shared/event-bus.js';
import type { Sending } from './sending.js';
import { sendFacts, type TransactionTeller } from './tell-transactions.js';
import type { Broadcast, TransactionTracker } from './transaction-tracker.js';

/** A transaction of which only its hash, or the id of its batch, and its sender are known: the host built it. */
export interface OpaqueTransaction {
  readonly namespace: Namespace;
  readonly chainId: ChainId;
  readonly account: AccountId;
  readonly hash: string;
  readonly isBatch: boolean;
}

/** What every use case does with what it broadcasts: keep it, follow it, tell of it. */
export class SentTransactions {
  readonly #tracker: TransactionTracker;
  readonly #teller: TransactionTeller;
  readonly #events: EventBus;

  constructor(tracker: TransactionTracker, teller: TransactionTeller, events: EventBus) {
    this.#tracker = tracker;
    this.#teller = teller;
    this.#events = events;
  }

  /** Takes up what an earlier page, or a tab that is gone, left without an outcome. */
  resume(): void {
    this.#tracker.resume();
  }

  /** The wallet is about to be asked. What is given back tells of a failure, and fails with it. */
  begin(sending: Sending): (error: unknown) => never {
    const facts = sendFacts(recordOf(sending, ''));
    this.#events.track('SEND_INITIATED', facts);
    return (error) => {
      // Who has left is told of nothing.
      if (isLatchkeyError(error)) this.#events.track('SEND_ERROR', { ...facts, message: errorText(error) });
      throw error;
    };
  }

  /** A transfer was broadcast: how far it is, and each step from now on. */
  broadcast(sending: Sending, hash: string): Observable<TransactionProgress> {
    return this.#add(recordOf(sending, hash));
  }

  /** A transaction that the host built was broadcast. */
  broadcastOpaque({ account, ...transaction }: OpaqueTransaction): void {
    this.#add({ ...transaction, from: account, to: '', value: null, asset: null, isSmartAccount: false });
  }

  #add(record: Broadcast): Observable<TransactionProgress> {
    const follower = this.#tracker.add(record);
    if (!this.#tracker.isDisposed) this.#teller.started();
    // Its network was taken away while the person approved.
    return follower?.first$ ?? throwError(() => new LatchkeyError('chain/unsupported', { chainId: record.chainId }));
  }
}

const recordOf = ({ namespace, account, type, network, transaction }: Sending, hash: string): Broadcast => ({
  namespace,
  chainId: network.caipNetworkId,
  hash,
  isBatch: false,
  from: account,
  to: transaction.to,
  value: transaction.all === true ? null : transaction.value,
  asset: transaction.asset ?? null,
  isSmartAccount: type === 'smartAccount',
});

/** The hash of a transaction that left for the nodes, none of which said that it took it: it may be in the world. `null` for every other error. */
export const lostHash = (error: unknown): string | null => (isLatchkeyError(error, 'network/unknown-outcome') ? error.context.hash : null);
