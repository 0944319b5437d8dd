import type { Bundler, BundlerCallOptions } from '../../application/ports/bundler.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, isRpcRequest, type RpcMessage, type RpcResult, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';

export interface HttpBundlerOptions {
  readonly clock: Clock;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS = 10_000;

/** A redirect could lead to any address. */
const FOREIGN: RequestInit = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' };

/** A bundler over HTTP. @see https://eips.ethereum.org/EIPS/eip-7769 */
export class HttpBundler implements Bundler {
  readonly #options: Required<HttpBundlerOptions>;
  #lastId = 0;

  constructor({ clock, fetch = (...request) => globalThis.fetch(...request) }: HttpBundlerOptions) {
    this.#options = { clock, fetch };
  }

  async userOperationReceipt(
    url: string,
    operation: unknown,
    { signal = new AbortController().signal, isForeign = false }: BundlerCallOptions = {},
  ): Promise<RpcResult> {
    const fault = httpUrlFault(url);
    if (fault !== null) throw latchkeyErrorOf(fault);
    const response = await this.#request(url, operation, signal, isForeign ? FOREIGN : {});
    if (response === null || isRpcRequest(response)) throw new LatchkeyError('json-rpc/unavailable', { url });
    if (isRpcFailure(response)) throw new RpcCallError(response.error);
    return response;
  }

  async #request(url: string, operation: unknown, signal: AbortSignal, settings: RequestInit): Promise<RpcMessage | null> {
    const { clock, fetch } = this.#options;
    this.#lastId += 1;
    const body = JSON.stringify({ id: this.#lastId, jsonrpc: '2.0', method: 'eth_getUserOperationReceipt', params: [operation] });
    try {
      return await requestWithTimeout(TIMEOUT_MS, clock, signal, async (within) => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(url, { ...settings, method: 'POST', headers, body, signal: within });
        if (response.ok) return readRpcMessage(await response.json());
        await response.body?.cancel();
        throw new LatchkeyError('wallet-protocol/receipt-failed', { status: response.status });
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw isLatchkeyError(cause, 'wallet-protocol/receipt-failed')
        ? cause
        : new LatchkeyError('json-rpc/unavailable', { url }, { cause });
    }
  }
}
