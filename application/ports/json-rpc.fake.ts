import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { isRetryable, RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';
import { abortable } from '../shared/abortable.js';
import type { JsonRpc, JsonRpcCall, JsonRpcClient } from './json-rpc.port.js';

/** Behaviour of a fake node. */
export type FakeNodeMode = 'working' | 'down' | 'never';

/** Response of a fake node: a JSON-RPC `result` or `error`. */
export type FakeNodeResponse = { readonly result: unknown } | { readonly error: unknown };

/**
 * In-memory nodes with a switch for every failure.
 * @example
 * const rpc = new FakeJsonRpc();
 * rpc.setResponse('https://node.example', 'eth_chainId', { result: '0x1' });
 * rpc.modes.set('https://other.example', 'down');
 */
export class FakeJsonRpc implements JsonRpc {
  readonly #responses = new Map<string, FakeNodeResponse>();
  /** Behaviour of nodes, by URL; default `working`. */
  readonly modes = new Map<string, FakeNodeMode>();
  /** Calls so far, oldest first. */
  readonly calls: (JsonRpcCall & { readonly url: string })[] = [];
  /** Opened nodes, oldest first. */
  readonly opened: JsonRpcClient[] = [];

  /** Sets the response of a node to a method; without one the node returns "Method not found". */
  setResponse(url: string, method: string, response: FakeNodeResponse): void {
    this.#responses.set(`${url} ${method}`, response);
  }

  readonly open = (urls: readonly string[]): JsonRpcClient => {
    for (const url of urls) {
      const fault = httpUrlFault(url);
      if (fault !== null) throw latchkeyErrorOf(fault);
    }
    const controller = new AbortController();
    const closedError = (): Error => new LatchkeyError('json-rpc/already-closed', {});
    const node: JsonRpcClient = {
      urls,
      request: async (call, signal) => {
        if (controller.signal.aborted) throw closedError();
        // The caller defines the result type; the fake returns the response set by the test.
        return (await abortable(this.#request(urls, call), controller.signal, ...(signal === undefined ? [] : [signal]))) as never;
      },
      close: () => {
        if (controller.signal.aborted) throw closedError();
        controller.abort(closedError());
      },
    };
    this.opened.push(node);
    return node;
  };

  async #request(urls: readonly string[], call: JsonRpcCall): Promise<unknown> {
    for (const url of urls) {
      this.calls.push({ ...call, url });
      const mode = this.modes.get(url) ?? 'working';
      if (mode === 'never') return new Promise(() => undefined);
      if (mode === 'working') return this.#read(url, call.method);
      if (url === urls.at(-1) || !isRetryable(call.method)) throw new LatchkeyError('json-rpc/unavailable', { url });
    }
    throw new Error('A node needs at least one URL');
  }

  #read(url: string, method: string): unknown {
    const unknown = { error: { code: -32_601, message: 'Method not found' } };
    const response = readRpcMessage({ id: 1, jsonrpc: '2.0', ...(this.#responses.get(`${url} ${method}`) ?? unknown) });
    if (response === null || 'method' in response) throw new Error(`Invalid fake response to ${method}`);
    if (isRpcFailure(response)) throw new RpcCallError(response.error);
    return response.result;
  }
}
