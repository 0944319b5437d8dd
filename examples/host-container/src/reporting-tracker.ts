import {
  BALANCE_READER,
  CHAINS,
  CLOCK,
  CONNECTION_STORE,
  defineModule,
  type LatchkeyModule,
  LOGGER,
  TRANSACTION_MEMORY,
  TRANSACTION_TRACKER,
  TransactionTracker,
  type TransactionTrackerDeps,
  token,
} from 'latchkey';

/** The sales of the shop: what was sent, and what became of it. */
export class Sales {
  readonly lines: string[] = [];

  report(line: string): void {
    this.lines.push(line);
  }
}

/** Token of the sales. */
export const SALES = token<Sales>('Sales');

/** Latchkey's tracker of transactions, which reports each of them to the shop. */
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

/** Replaces the tracker. A module, and no binding of the container: the tracker is made of the client, and disposed of with it. */
export const reporting = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(
      TRANSACTION_TRACKER,
      [SALES, TRANSACTION_MEMORY, CHAINS, CONNECTION_STORE, BALANCE_READER, CLOCK, LOGGER],
      (sales, memory, chains, connections, balances, clock, logger) =>
        new ReportingTracker({ memory, chains, connections, balances, clock, logger, tab: crypto.randomUUID() }, sales),
      { dispose: (tracker) => tracker.dispose() },
    );
  });
