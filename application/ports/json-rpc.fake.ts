import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, readRpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { isRepeatable, RpcCallError } from '../../domain/wallet-protocol/provider/rpc-call-error.js';
import { httpUrlFault } from '../../domain/wallet-protocol/rules/provider-rules.js';
import { abortable } from '../shared/abortable.js';
import type { JsonRpc, JsonRpcCall, JsonRpcNode } from './json-rpc.port.js';

/** What a fake node does with a call. */
export type FakeNodeMode = 'working' | 'down' | 'never';

/** What a fake node answers: `result` or `error`, as JSON-RPC has them. */
export type FakeNodeAnswer = { readonly result: unknown } | { readonly error: unknown };

/**
 * Nodes in memory, with a switch for every failure.
 * @example
 * const rpc = new FakeJsonRpc();
 * rpc.answer('https://node.example', 'eth_chainId', { result: '0x1' });
 * rpc.modes.set('https://other.example', 'down');
 */
export class FakeJsonRpc implements JsonRpc {
  readonly #answers = new Map<string, FakeNodeAnswer>();
  /** How nodes behave, by address; those that are not named work. */
  readonly modes = new Map<string, FakeNodeMode>();
  /** Every call that reached an address, oldest first. */
  readonly calls: (JsonRpcCall & { readonly url: string })[] = [];
  /** Every node that was opened, oldest first. */
  readonly opened: JsonRpcNode[] = [];

  /** What a node answers to a method; without it the method is unknown to it. */
  answer(url: string, method: string, answer: FakeNodeAnswer): void {
    this.#answers.set(`${url} ${method}`, answer);
  }

  readonly open = (urls: readonly string[]): JsonRpcNode => {
    for (const url of urls) {
      const fault = httpUrlFault(url);
      if (fault !== null) throw latchkeyErrorOf(fault);
    }
    const closing = new AbortController();
    const closed = (): Error => new LatchkeyError('json-rpc/already-closed', {});
    const node: JsonRpcNode = {
      urls,
      request: async (call, signal) => {
        if (closing.signal.aborted) throw closed();
        // The caller says what it expects; a fake node answers what it was told.
        return (await abortable(this.#ask(urls, call), closing.signal, ...(signal === undefined ? [] : [signal]))) as never;
      },
      close: () => {
        if (closing.signal.aborted) throw closed();
        closing.abort(closed());
      },
    };
    this.opened.push(node);
    return node;
  };

  async #ask(urls: readonly string[], call: JsonRpcCall): Promise<unknown> {
    for (const url of urls) {
      this.calls.push({ ...call, url });
      const mode = this.modes.get(url) ?? 'working';
      if (mode === 'never') return new Promise(() => undefined);
      if (mode === 'working') return this.#read(url, call.method);
      if (url === urls.at(-1) || !isRepeatable(call.method)) throw new LatchkeyError('json-rpc/unavailable', { url });
    }
    throw new Error('A node has at least one address');
  }

  #read(url: string, method: string): unknown {
    const unknown = { error: { code: -32_601, message: 'Method not found' } };
    const answer = readRpcMessage({ id: 1, jsonrpc: '2.0', ...(this.#answers.get(`${url} ${method}`) ?? unknown) });
    if (answer === null || 'method' in answer) throw new Error(`A fake node was told no answer to ${method}`);
    if (isRpcFailure(answer)) throw new RpcCallError(answer.error);
    return answer.result;
  }
}
