import type { ContainerModule } from 'inversify';
import { BALANCE_READER } from '../../application/balances/balances.tokens.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BUNDLER } from '../../application/ports/bundler.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { CancelTransaction } from '../../application/send/cancel-transaction.use-case.js';
import { EstimateFees } from '../../application/send/estimate-fees.use-case.js';
import { OperationReports } from '../../application/send/operation-reports.js';
import { PendingWatcher } from '../../application/send/pending-watcher.js';
import {
  OPERATION_REPORTS,
  PENDING_WATCHER,
  SENT_TRANSACTIONS,
  TRANSACTION_NOTIFIER,
  TRANSACTION_REPOSITORY,
  TRANSACTION_TRACKER,
} from '../../application/send/send.tokens.js';
import { SendTransaction } from '../../application/send/send-transaction.use-case.js';
import { SentTransactions } from '../../application/send/sent-transactions.js';
import { SimulateTransaction } from '../../application/send/simulate-transaction.use-case.js';
import { SpeedUpTransaction } from '../../application/send/speed-up-transaction.use-case.js';
import { TransactionNotifier } from '../../application/send/transaction-notifier.js';
import { TransactionRepository } from '../../application/send/transaction-repository.js';
import { TransactionTracker } from '../../application/send/transaction-tracker.js';
import { WatchInFlight } from '../../application/send/watch-in-flight.use-case.js';
import { WatchTransactions } from '../../application/send/watch-transactions.use-case.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** Sending and tracking of transactions. */
export const sendModule = (): ContainerModule =>
  defineDefaults((wire) => {
    // Disposed of in this order: the notifier before the tracker.
    wire(
      TRANSACTION_NOTIFIER,
      [MODAL_STORE, EVENT_BUS, TRANSACTION_TRACKER],
      (modal, events, tracker) => new TransactionNotifier(modal, events, tracker),
      {
        dispose: (notifier) => notifier.dispose(),
      },
    );
    wire(
      TRANSACTION_TRACKER,
      [TRANSACTION_REPOSITORY, CHAINS, CONNECTION_STORE, BALANCE_READER, OPERATION_REPORTS, CLOCK, LOGGER],
      (repository, chains, connections, balances, reports, clock, logger) =>
        // Tab id: two tabs get the same one only if they start in the same millisecond with the same random number.
        new TransactionTracker({
          repository,
          chains,
          connections,
          balances,
          reports,
          clock,
          logger,
          tab: `${clock.now()}-${Math.random()}`,
        }),
      { dispose: (tracker) => tracker.dispose() },
    );
    wire(TRANSACTION_REPOSITORY, [STORAGE, CLOCK, LOGGER], (storage, clock, logger) => new TransactionRepository(storage, clock, logger), {
      dispose: (repository) => repository.complete(),
    });
    wire(
      PENDING_WATCHER,
      [OPTIONS, CONNECTION_STORE, CHAINS, BALANCE_READER],
      (options, connections, chains, balances) => new PendingWatcher({ options, connections, chains, balances }),
    );
    wire(
      OPERATION_REPORTS,
      [CONNECTION_STORE, BUNDLER, OPTIONS],
      (connections, bundler, options) => new OperationReports(connections, bundler, options),
    );
    wire(
      SENT_TRANSACTIONS,
      [TRANSACTION_TRACKER, TRANSACTION_NOTIFIER, EVENT_BUS],
      (tracker, notifier, events) => new SentTransactions(tracker, notifier, events),
    );
    wire(
      USE_CASES.sendTransaction,
      [CHAINS, CONNECTION_STORE, SENT_TRANSACTIONS],
      (chains, connections, sent) => new SendTransaction(chains, connections, sent),
      TRANSIENT,
    );
    wire(
      USE_CASES.speedUpTransaction,
      [CONNECTION_STORE, TRANSACTION_REPOSITORY, SENT_TRANSACTIONS],
      (connections, repository, sent) => new SpeedUpTransaction({ connections, repository, sent }),
      TRANSIENT,
    );
    wire(
      USE_CASES.cancelTransaction,
      [CONNECTION_STORE, TRANSACTION_REPOSITORY, SENT_TRANSACTIONS],
      (connections, repository, sent) => new CancelTransaction({ connections, repository, sent }),
      TRANSIENT,
    );
    wire(
      USE_CASES.watchInFlight,
      [TRANSACTION_REPOSITORY, CONNECTION_STORE, CLOCK],
      (repository, connections, clock) => new WatchInFlight(repository, connections, clock),
      TRANSIENT,
    );
    wire(USE_CASES.estimateFees, [CHAINS, CONNECTION_STORE], (chains, connections) => new EstimateFees(chains, connections), TRANSIENT);
    wire(
      USE_CASES.simulateTransaction,
      [CHAINS, CONNECTION_STORE],
      (chains, connections) => new SimulateTransaction(chains, connections),
      TRANSIENT,
    );
    wire(USE_CASES.watchTransactions, [TRANSACTION_REPOSITORY], (repository) => new WatchTransactions(repository), TRANSIENT);
  });
