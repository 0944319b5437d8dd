import type { Clock } from '../../application/ports/clock.port.js';
import type { JsonRpc, JsonRpcCall, JsonRpcClient } from '../../application/ports/json-rpc.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, isRpcRequest, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { isRetryable, RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';

export interface HttpJsonRpcOptions {
  readonly clock: Clock;
  /** Pings a URL with a call of the method `test` before its first use. Default: true. */
  readonly ping?: boolean;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Timeout of one URL. */
const TIMEOUT_MS = 10_000;
const HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
const PING = { id: 1, jsonrpc: '2.0', method: 'test', params: [] };

/** JSON-RPC over HTTP. @see https://www.jsonrpc.org/specification */
export class HttpJsonRpc implements JsonRpc {
  readonly #options: Required<HttpJsonRpcOptions>;

  constructor({ clock, ping = true, fetch = (...request) => globalThis.fetch(...request) }: HttpJsonRpcOptions) {
    this.#options = { clock, ping, fetch };
  }

  readonly open = (urls: readonly string[]): JsonRpcClient => {
    for (const url of urls) {
      const fault = httpUrlFault(url);
      if (fault !== null) throw latchkeyErrorOf(fault);
    }
    return new HttpNode(urls, this.#options);
  };
}

const unavailableError = (url: string, cause: unknown): LatchkeyError => new LatchkeyError('json-rpc/unavailable', { url }, { cause });

const closedError = (): LatchkeyError => new LatchkeyError('json-rpc/already-closed', {});

class HttpNode implements JsonRpcClient {
  readonly urls: readonly string[];
  readonly #options: Required<HttpJsonRpcOptions>;
  readonly #controller = new AbortController();
  readonly #pings = new Map<string, Promise<void>>();
  /** Starts with the URL that last responded, so that an unresponsive one costs its timeout only once. */
  #preferredUrl: string | undefined;
  #lastId = PING.id;

  constructor(urls: readonly string[], options: Required<HttpJsonRpcOptions>) {
    this.urls = urls;
    this.#options = options;
    this.#preferredUrl = urls[0];
  }

  async request<Result = unknown>(call: JsonRpcCall, signal?: AbortSignal): Promise<Result> {
    if (this.#controller.signal.aborted) throw closedError();
    signal?.throwIfAborted();
    const requestController = new AbortController();
    const abort = (): void => requestController.abort(this.#controller.signal.aborted ? this.#controller.signal.reason : signal?.reason);
    const sources = [this.#controller.signal, ...(signal === undefined ? [] : [signal])];
    for (const source of sources) source.addEventListener('abort', abort, { once: true });
    try {
      // The caller knows the method's result type.
      return (await this.#requestInOrder(call, requestController.signal)) as Result;
    } finally {
      for (const source of sources) source.removeEventListener('abort', abort);
    }
  }

  close(): void {
    if (this.#controller.signal.aborted) throw closedError();
    this.#controller.abort(closedError());
  }

  async #requestInOrder(call: JsonRpcCall, signal: AbortSignal): Promise<unknown> {
    const order = [...new Set([this.#preferredUrl, ...this.urls])].filter((url) => url !== undefined);
    let failure: unknown;
    for (const url of order) {
      let isSent = false;
      try {
        await this.#ping(url, signal);
        isSent = true;
        const result = await this.#call(url, call, signal);
        this.#preferredUrl = url;
        return result;
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        if (!isLatchkeyError(error, 'json-rpc/unavailable') || (isSent && !isRetryable(call.method))) break;
      }
    }
    throw failure;
  }

  /** Shares one pending ping per URL; a failed ping is not cached. */
  async #ping(url: string, signal: AbortSignal): Promise<void> {
    if (!this.#options.ping) return;
    let ping = this.#pings.get(url);
    if (ping === undefined) {
      // Other callers may await it too, so it is aborted with the node, not with its first caller.
      ping = this.#post(url, PING, this.#controller.signal, async ({ body }) => body?.cancel());
      this.#pings.set(url, ping);
      ping.catch(() => this.#pings.delete(url));
    }
    await abortable(ping, signal);
  }

  async #call(url: string, { method, params = [] }: JsonRpcCall, signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = await this.#post(url, { id, jsonrpc: '2.0', method, params }, signal, async (response) =>
      readRpcMessage(await response.json()),
    );
    if (message === null || isRpcRequest(message)) throw unavailableError(url, new Error('The response is not JSON-RPC'));
    if (isRpcFailure(message)) throw new RpcCallError(message.error);
    if (message.id !== id) throw unavailableError(url, new Error('The response has a different id'));
    return message.result;
  }

  async #post<Result>(url: string, body: unknown, signal: AbortSignal, read: (response: Response) => Promise<Result>): Promise<Result> {
    const { clock, fetch } = this.#options;
    try {
      return await requestWithTimeout(TIMEOUT_MS, clock, signal, async (within) => {
        const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body), signal: within });
        return read(response);
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw unavailableError(url, cause);
    }
  }
}
