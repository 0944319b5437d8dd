import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isText } from '../../../domain/wallet-protocol/primitives.js';
import { bundlerUrlOf, type RpcService } from '../../../domain/wallet-protocol/provider/rpc-urls.js';
import { callsStatusOf, type SentCalls, sentCallsOf } from '../../../domain/wallet-protocol/provider/sent-calls.js';
import type { Bundler } from '../../ports/bundler.port.js';
import type { Clock } from '../../ports/clock.port.js';
import type { JsonRpcNode } from '../../ports/json-rpc.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';
import type { ProviderRecords } from './provider-records.js';

/** What the statuses of calls are read with. */
export interface CallStatusDeps {
  readonly client: ProviderClient;
  readonly bundler: Bundler;
  readonly records: Pick<ProviderRecords, 'sentCalls' | 'saveSentCalls'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly service: RpcService & { readonly bundlerUrl?: string };
}

/** Sends calls and says what became of them. @see https://eips.ethereum.org/EIPS/eip-5792 */
export class CallStatuses {
  readonly #deps: CallStatusDeps;

  constructor(deps: CallStatusDeps) {
    this.#deps = deps;
  }

  /** Has a wallet carry out calls, and remembers their transactions where it names them. @param ask asks the wallet */
  async send({ request: { params } }: ProviderRequest, ask: () => Promise<unknown>): Promise<unknown> {
    const { clock, records, logger } = this.#deps;
    const answer = await ask();
    const calls = sentCallsOf(params, answer, clock.now());
    // What was sent is sent, whether or not it can be remembered.
    if (calls !== null)
      await records.saveSentCalls(calls, clock.now()).catch((error: unknown) => logger.warn('Failed to store send calls', error));
    return answer;
  }

  /**
   * Asks the wallet's bundler by name, then its own bundler, then the chain for the transactions, and at last the wallet, if it may be asked.
   * @param ask asks the wallet; `null` where it does not allow it
   * @throws LatchkeyError `wallet-protocol/call-status-not-approved`; whatever the wallet answers
   */
  async read(
    { topic, chainId, request: { params } }: ProviderRequest,
    nodeOf: (chainId: string) => JsonRpcNode,
    ask: (() => Promise<unknown>) | null,
  ): Promise<unknown> {
    const { client, bundler, logger, service } = this.#deps;
    const id: unknown = Array.isArray(params) ? params[0] : undefined;
    const { bundler_name: name, bundler_url: url } = client.session.get(topic).sessionProperties ?? {};
    if (isText(name)) {
      try {
        return await bundler.userOperationReceipt(bundlerUrlOf(chainId, name, service), id);
      } catch (error) {
        logger.warn('Failed to fetch call status from bundler', error);
      }
    }
    if (isText(url)) {
      try {
        return await bundler.userOperationReceipt(url, id);
      } catch (error) {
        logger.warn('Failed to fetch call status from custom bundler', error);
      }
    }
    const status = await this.#readFromChain(id, nodeOf);
    if (status !== null) return status;
    if (ask === null) throw new LatchkeyError('wallet-protocol/call-status-not-approved', {});
    return ask();
  }

  async #readFromChain(id: unknown, nodeOf: (chainId: string) => JsonRpcNode): Promise<unknown> {
    const { clock, records, logger } = this.#deps;
    try {
      const calls = isText(id) ? await records.sentCalls(id, clock.now()) : null;
      return calls === null ? null : callsStatusOf(calls, await this.#receipts(calls, nodeOf(calls.caip2)));
    } catch (error) {
      logger.warn('Failed to fetch call status from stored send calls', error);
      return null;
    }
  }

  /** One that cannot be read now is not there yet; none at all that can be read is a failure. */
  async #receipts({ transactionHashes }: SentCalls, node: JsonRpcNode): Promise<readonly unknown[]> {
    const asked = transactionHashes.map((hash) => node.request({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const answers = await Promise.allSettled(asked);
    const failed = answers.filter((answer) => answer.status === 'rejected');
    if (failed.length === answers.length) throw failed[0]?.reason;
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null));
  }
}
