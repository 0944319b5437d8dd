import type { Bundler } from '../../application/ports/bundler.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, isRpcRequest, type RpcMessage, type RpcResult, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';

/** What the adapter needs. */
export interface HttpBundlerOptions {
  readonly clock: Clock;
  /** Default: the page's own. */
  readonly fetch?: typeof globalThis.fetch;
}

/** How long a bundler may take to answer. */
const TIMEOUT_MS = 10_000;

/** A bundler over HTTP. @see https://eips.ethereum.org/EIPS/eip-7769 */
export class HttpBundler implements Bundler {
  readonly #options: Required<HttpBundlerOptions>;
  #lastId = 0;

  constructor({ clock, fetch = (...request) => globalThis.fetch(...request) }: HttpBundlerOptions) {
    this.#options = { clock, fetch };
  }

  async userOperationReceipt(url: string, operation: unknown, signal: AbortSignal = new AbortController().signal): Promise<RpcResult> {
    const fault = httpUrlFault(url);
    if (fault !== null) throw latchkeyErrorOf(fault);
    const answer = await this.#ask(url, operation, signal);
    if (answer === null || isRpcRequest(answer)) throw new LatchkeyError('json-rpc/unavailable', { url });
    if (isRpcFailure(answer)) throw new RpcCallError(answer.error);
    return answer;
  }

  async #ask(url: string, operation: unknown, signal: AbortSignal): Promise<RpcMessage | null> {
    const { clock, fetch } = this.#options;
    this.#lastId += 1;
    const body = JSON.stringify({ id: this.#lastId, jsonrpc: '2.0', method: 'eth_getUserOperationReceipt', params: [operation] });
    try {
      return await askWithin(TIMEOUT_MS, clock, signal, async (within) => {
        const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: within });
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
