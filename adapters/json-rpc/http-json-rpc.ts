import type { Clock } from '../../application/ports/clock.port.js';
import type { JsonRpc, JsonRpcCall, JsonRpcNode } from '../../application/ports/json-rpc.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, isRpcRequest, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { isRepeatable, RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';

/** What the adapter needs. */
export interface HttpJsonRpcOptions {
  readonly clock: Clock;
  /** Whether an address is tried with a call of the method `test` before its first use. Default: true. */
  readonly ping?: boolean;
  /** Default: the page's own. */
  readonly fetch?: typeof globalThis.fetch;
}

/** How long an address may take to answer. */
const TIMEOUT_MS = 10_000;
const HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
const PING = { id: 1, jsonrpc: '2.0', method: 'test', params: [] };

/** Nodes over HTTP. @see https://www.jsonrpc.org/specification */
export class HttpJsonRpc implements JsonRpc {
  readonly #options: Required<HttpJsonRpcOptions>;

  constructor({ clock, ping = true, fetch = (...request) => globalThis.fetch(...request) }: HttpJsonRpcOptions) {
    this.#options = { clock, ping, fetch };
  }

  readonly open = (urls: readonly string[]): JsonRpcNode => {
    for (const url of urls) {
      const fault = httpUrlFault(url);
      if (fault !== null) throw latchkeyErrorOf(fault);
    }
    return new HttpNode(urls, this.#options);
  };
}

const unavailable = (url: string, cause: unknown): LatchkeyError => new LatchkeyError('json-rpc/unavailable', { url }, { cause });

const closedError = (): LatchkeyError => new LatchkeyError('json-rpc/already-closed', {});

class HttpNode implements JsonRpcNode {
  readonly urls: readonly string[];
  readonly #options: Required<HttpJsonRpcOptions>;
  readonly #closing = new AbortController();
  readonly #pings = new Map<string, Promise<void>>();
  /** The address that answered last is asked first: one that hangs costs its time-out once. */
  #first: string | undefined;
  #lastId = PING.id;

  constructor(urls: readonly string[], options: Required<HttpJsonRpcOptions>) {
    this.urls = urls;
    this.#options = options;
    this.#first = urls[0];
  }

  async request<Result = unknown>(call: JsonRpcCall, signal?: AbortSignal): Promise<Result> {
    if (this.#closing.signal.aborted) throw closedError();
    signal?.throwIfAborted();
    const until = new AbortController();
    const leave = (): void => until.abort(this.#closing.signal.aborted ? this.#closing.signal.reason : signal?.reason);
    const ends = [this.#closing.signal, ...(signal === undefined ? [] : [signal])];
    for (const end of ends) end.addEventListener('abort', leave, { once: true });
    try {
      // What a node answers is of the type that its caller knows the method to have.
      return (await this.#ask(call, until.signal)) as Result;
    } finally {
      for (const end of ends) end.removeEventListener('abort', leave);
    }
  }

  close(): void {
    if (this.#closing.signal.aborted) throw closedError();
    this.#closing.abort(closedError());
  }

  async #ask(call: JsonRpcCall, signal: AbortSignal): Promise<unknown> {
    const order = [...new Set([this.#first, ...this.urls])].filter((url) => url !== undefined);
    let failure: unknown;
    for (const url of order) {
      let isSent = false;
      try {
        await this.#ping(url, signal);
        isSent = true;
        const result = await this.#call(url, call, signal);
        this.#first = url;
        return result;
      } catch (error) {
        signal.throwIfAborted();
        failure = error;
        if (!isLatchkeyError(error, 'json-rpc/unavailable') || (isSent && !isRepeatable(call.method))) break;
      }
    }
    throw failure;
  }

  /** One ping for all that use an address at once; one that failed counts for them only. */
  async #ping(url: string, signal: AbortSignal): Promise<void> {
    if (!this.#options.ping) return;
    let ping = this.#pings.get(url);
    if (ping === undefined) {
      // Others may wait for it too, so that it ends with the node, not with its first caller.
      ping = this.#post(url, PING, this.#closing.signal, async ({ body }) => body?.cancel());
      this.#pings.set(url, ping);
      ping.catch(() => this.#pings.delete(url));
    }
    await abortable(ping, signal);
  }

  async #call(url: string, { method, params = [] }: JsonRpcCall, signal: AbortSignal): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = await this.#post(url, { id, jsonrpc: '2.0', method, params }, signal, async (response) =>
      readRpcMessage(await response.json()),
    );
    if (answer === null || isRpcRequest(answer)) throw unavailable(url, new Error('The answer is no JSON-RPC'));
    if (isRpcFailure(answer)) throw new RpcCallError(answer.error);
    if (answer.id !== id) throw unavailable(url, new Error('The answer is to another call'));
    return answer.result;
  }

  async #post<Answer>(url: string, body: unknown, signal: AbortSignal, read: (response: Response) => Promise<Answer>): Promise<Answer> {
    const { clock, fetch } = this.#options;
    try {
      return await askWithin(TIMEOUT_MS, clock, signal, async (within) => {
        const response = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body), signal: within });
        return read(response);
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw unavailable(url, cause);
    }
  }
}
