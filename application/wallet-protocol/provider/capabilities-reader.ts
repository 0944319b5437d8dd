import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { hasData } from '../../../domain/wallet-protocol/primitives.js';
import {
  approvedCapabilities,
  askedChains,
  CAPABILITIES,
  capabilitiesKey,
  keepCapabilities,
  keptCapabilities,
  type WalletCapabilities,
} from '../../../domain/wallet-protocol/provider/capabilities.js';
import { capabilitiesFault } from '../../../domain/wallet-protocol/rules/capabilities-rule.js';
import type { Logger } from '../../ports/logger.port.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';

/** Answers `wallet_getCapabilities`: from what is kept, from what the wallet said when it approved, then from the wallet. */
export class CapabilitiesReader {
  readonly #client: ProviderClient;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(client: ProviderClient, logger: Pick<Logger, 'warn'>) {
    this.#client = client;
    this.#logger = logger;
  }

  /**
   * Questions that are the same share one answer, also while it is under way.
   * @param ask asks the wallet
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` without an address; whatever the wallet answers
   * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
   */
  async read({ topic, request: { params } }: ProviderRequest, ask: () => Promise<unknown>): Promise<unknown> {
    const fault = capabilitiesFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    // The rule says that the first parameter is an address.
    const address = (params as readonly [string])[0];
    const chains = askedChains(params);
    const key = capabilitiesKey(address, chains);
    const session = this.#client.session.get(topic);
    const known = keptCapabilities(session.sessionProperties, key) ?? approvedCapabilities(session, address, chains);
    if (known !== null) return known;
    const question = `${topic} ${key}`;
    return this.#asked.get(question) ?? this.#ask(question, topic, key, ask);
  }

  #ask(question: string, topic: string, key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const asked = ask();
    this.#asked.set(question, asked);
    // Nobody waits for the answer to be kept, but until it is, it is this one that is given.
    void asked
      .then(
        (answer) => (hasData(answer) ? this.#keep(topic, key, answer) : undefined),
        () => undefined,
      )
      .finally(() => this.#asked.delete(question));
    return asked;
  }

  async #keep(topic: string, key: string, answer: WalletCapabilities): Promise<void> {
    try {
      const { sessionProperties } = this.#client.session.get(topic);
      const capabilities = keepCapabilities(sessionProperties, key, answer);
      await this.#client.session.update(topic, { sessionProperties: { ...sessionProperties, [CAPABILITIES]: capabilities } });
    } catch (error) {
      this.#logger.warn('Failed to update session with capabilities', error);
    }
  }
}
