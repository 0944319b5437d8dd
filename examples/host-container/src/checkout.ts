import { inject, injectable } from 'inversify';
import { LOGGER, type Logger, lastOutcome, type Namespace, USE_CASES, type UseCases } from 'latchkey';

/** What a customer pays. */
export interface Order {
  readonly namespace: Namespace;
  readonly connectorId: string;
  readonly to: string;
  /** Base units. */
  readonly value: bigint;
}

/** Has a customer connect and pay. */
@injectable()
export class Checkout {
  readonly #connectWallet: UseCases['connectWallet'];
  readonly #sendTransaction: UseCases['sendTransaction'];
  readonly #logger: Logger;

  constructor(
    @inject(USE_CASES.connectWallet) connectWallet: UseCases['connectWallet'],
    @inject(USE_CASES.sendTransaction) sendTransaction: UseCases['sendTransaction'],
    @inject(LOGGER) logger: Logger,
  ) {
    this.#connectWallet = connectWallet;
    this.#sendTransaction = sendTransaction;
    this.#logger = logger;
  }

  /** Resolves with the hash once the payment is confirmed; rejects with a `LatchkeyError` such as `wallet/rejected`. */
  async pay({ namespace, connectorId, to, value }: Order): Promise<string> {
    const { address } = await lastOutcome(this.#connectWallet.execute({ namespace, connectorId }));
    const { hash } = await lastOutcome(this.#sendTransaction.execute({ namespace, to, value }));
    this.#logger.info(`${address} has paid`);
    return hash;
  }
}
