import { inject, injectable } from 'inversify';
import { LOGGER, type Logger, type Namespace, resultFrom, USE_CASES, type UseCases } from 'latchkey';

/** A payment to make. */
export interface Order {
  readonly namespace: Namespace;
  readonly connectorId: string;
  readonly to: string;
  /** Base units. */
  readonly value: bigint;
}

/** Connects a wallet and sends the payment. */
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
    const { address } = await resultFrom(this.#connectWallet.execute({ namespace, connectorId }));
    const { hash } = await resultFrom(this.#sendTransaction.execute({ namespace, to, value }));
    this.#logger.info(`${address} has paid`);
    return hash;
  }
}
