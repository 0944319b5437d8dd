import {
  BALANCE_READER,
  CHAINS,
  CLOCK,
  CONNECTION_STORE,
  defineModule,
  type LatchkeyModule,
  LOGGER,
  OPERATION_REPORTS,
  TRANSACTION_REPOSITORY,
  TRANSACTION_TRACKER,
  TransactionTracker,
  type TransactionTrackerDeps,
  token,
} from 'latchkey';

/** The shop's sales report: one line per transaction sent or settled. */
export class Sales {
  readonly lines: string[] = [];

  report(line: string): void {
    this.lines.push(line);
  }
}

/** Container token for {@link Sales}. */
export const SALES = token<Sales>('Sales');

/** A transaction tracker that also reports to the shop. */
class ReportingTracker extends TransactionTracker {
  readonly #sales: Sales;

  constructor(deps: TransactionTrackerDeps, sales: Sales) {
    super(deps);
    this.#sales = sales;
    this.settled$.subscribe(({ transaction, outcome }) => sales.report(`${outcome.status} ${transaction.hash}`));
  }

  override add(transaction: Parameters<TransactionTracker['add']>[0]): ReturnType<TransactionTracker['add']> {
    this.#sales.report(`sent ${transaction.hash}`);
    return super.add(transaction);
  }
}

/** Replaces the tracker. It is a module, not a container binding, so that the tracker is created and disposed with the client. */
export const reporting = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(
      TRANSACTION_TRACKER,
      [SALES, TRANSACTION_REPOSITORY, CHAINS, CONNECTION_STORE, BALANCE_READER, OPERATION_REPORTS, CLOCK, LOGGER],
      (sales, repository, chains, connections, balances, reports, clock, logger) =>
        new ReportingTracker({ repository, chains, connections, balances, reports, clock, logger, tab: crypto.randomUUID() }, sales),
      { dispose: (tracker) => tracker.dispose() },
    );
  });
