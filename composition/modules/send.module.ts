import type { ContainerModule } from 'inversify';
import { BALANCE_READER } from '../../application/balances/balances.tokens.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EstimateFees } from '../../application/send/estimate-fees.use-case.js';
import { SENT_TRANSACTIONS, TRANSACTION_MEMORY, TRANSACTION_TELLER, TRANSACTION_TRACKER } from '../../application/send/send.tokens.js';
import { SendTransaction } from '../../application/send/send-transaction.use-case.js';
import { SentTransactions } from '../../application/send/sent-transactions.js';
import { TransactionTeller } from '../../application/send/tell-transactions.js';
import { TransactionMemory } from '../../application/send/transaction-memory.js';
import { TransactionTracker } from '../../application/send/transaction-tracker.js';
import { WatchTransactions } from '../../application/send/watch-transactions.use-case.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Sending, and what became of what was sent. */
export const sendModule = (): ContainerModule =>
  defineDefaults((wire) => {
    // Disposed of in this order: what is told of the tracker ends before the tracker does.
    wire(
      TRANSACTION_TELLER,
      [MODAL_STORE, EVENT_BUS, TRANSACTION_TRACKER],
      (modal, events, tracker) => new TransactionTeller(modal, events, tracker),
      {
        dispose: (teller) => teller.dispose(),
      },
    );
    wire(
      TRANSACTION_TRACKER,
      [TRANSACTION_MEMORY, CHAINS, CONNECTION_STORE, BALANCE_READER, CLOCK, LOGGER],
      (memory, chains, connections, balances, clock, logger) =>
        // Two tabs have one name only if they begin in the same millisecond and draw the same number.
        new TransactionTracker({ memory, chains, connections, balances, clock, logger, tab: `${clock.now()}-${Math.random()}` }),
      { dispose: (tracker) => tracker.dispose() },
    );
    wire(TRANSACTION_MEMORY, [STORAGE, CLOCK, LOGGER], (storage, clock, logger) => new TransactionMemory(storage, clock, logger), {
      dispose: (memory) => memory.complete(),
    });
    wire(
      SENT_TRANSACTIONS,
      [TRANSACTION_TRACKER, TRANSACTION_TELLER, EVENT_BUS],
      (tracker, teller, events) => new SentTransactions(tracker, teller, events),
    );
    wire(
      USE_CASES.sendTransaction,
      [CHAINS, CONNECTION_STORE, SENT_TRANSACTIONS],
      (chains, connections, sent) => new SendTransaction(chains, connections, sent),
      TRANSIENT,
    );
    wire(USE_CASES.estimateFees, [CHAINS, CONNECTION_STORE], (chains, connections) => new EstimateFees(chains, connections), TRANSIENT);
    wire(USE_CASES.watchTransactions, [TRANSACTION_MEMORY], (memory) => new WatchTransactions(memory), TRANSIENT);
  });
