import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isNonEmptyString } from '../../../domain/wallet-protocol/primitives.js';
import { bundlerUrlOf, type RpcService } from '../../../domain/wallet-protocol/provider/rpc-urls.js';
import { callsStatusOf, type SentCalls, sentCallsOf } from '../../../domain/wallet-protocol/provider/sent-calls.js';
import type { Bundler } from '../../ports/bundler.port.js';
import type { Clock } from '../../ports/clock.port.js';
import type { JsonRpcClient } from '../../ports/json-rpc.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';
import type { ProviderRecords } from './provider-records.js';
import { isPublicHttpsUrl } from './wallet-url.js';

export interface CallStatusDeps {
  readonly client: ProviderClient;
  readonly bundler: Bundler;
  readonly records: Pick<ProviderRecords, 'sentCalls' | 'saveSentCalls'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly service: RpcService & {
    readonly bundlerUrl?: string;
    /** Allows requests to public https URLs that the wallet names. Default false. */
    readonly allowWalletUrls?: boolean;
  };
}

/** Sends call batches and returns their status. @see https://eips.ethereum.org/EIPS/eip-5792 */
export class CallStatuses {
  readonly #deps: CallStatusDeps;

  constructor(deps: CallStatusDeps) {
    this.#deps = deps;
  }

  /** Sends a call batch, and stores its transaction hashes if the wallet returns them. @param requestWallet sends the request to the wallet */
  async send({ request: { params } }: ProviderRequest, requestWallet: () => Promise<unknown>): Promise<unknown> {
    const { clock, records, logger } = this.#deps;
    const result = await requestWallet();
    const calls = sentCallsOf(params, result, clock.now());
    // A storage failure must not fail a batch that was sent.
    if (calls !== null)
      await records.saveSentCalls(calls, clock.now()).catch((error: unknown) => logger.warn('Failed to store send calls', error));
    return result;
  }

  /**
   * Queries the wallet's bundler by name, then by URL if the app allows it, then the chain for the transactions, and finally the wallet, if it granted the method.
   * @param requestWallet sends the request to the wallet; `null` if it did not grant the method
   * @throws LatchkeyError `wallet-protocol/call-status-not-approved`; any error of the wallet
   */
  async read(
    { topic, chainId, request: { params } }: ProviderRequest,
    nodeOf: (chainId: string) => JsonRpcClient,
    requestWallet: (() => Promise<unknown>) | null,
  ): Promise<unknown> {
    const { client, bundler, logger, service } = this.#deps;
    const id: unknown = Array.isArray(params) ? params[0] : undefined;
    const { bundler_name: name, bundler_url: url } = client.session.get(topic).sessionProperties ?? {};
    if (isNonEmptyString(name)) {
      try {
        return await bundler.userOperationReceipt(bundlerUrlOf(chainId, name, service), id);
      } catch (error) {
        logger.warn('Failed to fetch call status from bundler', error);
      }
    }
    if (service.allowWalletUrls === true && isNonEmptyString(url)) {
      try {
        if (isPublicHttpsUrl(url)) return await bundler.userOperationReceipt(url, id, { isForeign: true });
        logger.warn('Ignored a bundler URL of the wallet: it is not a public https address');
      } catch (error) {
        logger.warn('Failed to fetch call status from custom bundler', error);
      }
    }
    const status = await this.#readFromChain(id, nodeOf);
    if (status !== null) return status;
    if (requestWallet === null) throw new LatchkeyError('wallet-protocol/call-status-not-approved', {});
    return requestWallet();
  }

  async #readFromChain(id: unknown, nodeOf: (chainId: string) => JsonRpcClient): Promise<unknown> {
    const { clock, records, logger } = this.#deps;
    try {
      const calls = isNonEmptyString(id) ? await records.sentCalls(id, clock.now()) : null;
      return calls === null ? null : callsStatusOf(calls, await this.#receipts(calls, nodeOf(calls.caip2)));
    } catch (error) {
      logger.warn('Failed to fetch call status from stored send calls', error);
      return null;
    }
  }

  /** Returns `null` for each receipt that cannot be fetched. Throws if all of them fail. */
  async #receipts({ transactionHashes }: SentCalls, node: JsonRpcClient): Promise<readonly unknown[]> {
    const requests = transactionHashes.map((hash) => node.request({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const results = await Promise.allSettled(requests);
    const failed = results.filter((each) => each.status === 'rejected');
    if (failed.length === results.length) throw failed[0]?.reason;
    return results.map((each) => (each.status === 'fulfilled' ? each.value : null));
  }
}
