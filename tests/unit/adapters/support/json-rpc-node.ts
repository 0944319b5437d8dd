import type { ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** Node behaviour: normal responses, an HTTP status, malformed or other text, an RPC error, or no response. */
export type NodeMode =
  | 'working'
  | { readonly status: number }
  | 'nonsense'
  | { readonly body: string }
  | { readonly rpcError: number }
  | 'silent';

/** A JSON-RPC node on loopback with scripted responses. */
export class JsonRpcClient extends LoopbackServer {
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  /** Results by method; a function that throws returns an RPC error with its code, message and data. */
  readonly responses = new Map<string, (params: readonly unknown[]) => unknown>();
  mode: NodeMode = 'working';
  /** Accepts batches. */
  canBatch = true;
  /** The node’s chain. While it works, chain id requests are not listed in {@link requests}. */
  chainId = 1;
  chainChecks = 0;
  /** Number of calls in each request, without chain id requests. */
  readonly batches: number[] = [];

  static start(): Promise<JsonRpcClient> {
    return new JsonRpcClient().listen();
  }

  protected override respond(body: string, response: ServerResponse): unknown {
    const payload: unknown = JSON.parse(body);
    const responses = (Array.isArray(payload) ? payload : [payload]).map((each) => this.#respondToCall(each));
    // A response may have changed the mode.
    const { mode } = this;
    const isChainCheck = mode === 'working' && Object(payload).method === 'eth_chainId';
    if (!isChainCheck) this.batches.push(responses.length);
    if (mode === 'silent') return;
    if (Array.isArray(payload) && !this.canBatch)
      return response.writeHead(400).end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batches' } }));
    if (typeof mode === 'object' && 'status' in mode) return response.writeHead(mode.status).end('no');
    if (typeof mode === 'object' && 'body' in mode) return response.writeHead(200, { 'content-type': 'text/html' }).end(mode.body);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (mode === 'nonsense') return response.end('<html>');
    return response.end(JSON.stringify(Array.isArray(payload) ? responses.reverse() : responses[0]));
  }

  #respondToCall({
    id,
    method,
    params = [],
  }: {
    readonly id: unknown;
    readonly method: string;
    readonly params?: readonly unknown[];
  }): object {
    const { mode } = this;
    const isChainCheck = mode === 'working' && method === 'eth_chainId' && !this.responses.has(method);
    if (isChainCheck) this.chainChecks += 1;
    else this.requests.push({ method, params });
    if (typeof mode === 'object' && 'rpcError' in mode) return { jsonrpc: '2.0', id, error: { code: mode.rpcError, message: 'failed' } };
    try {
      const result = isChainCheck ? `0x${this.chainId.toString(16)}` : (this.responses.get(method)?.(params) ?? null);
      return { jsonrpc: '2.0', id, result };
    } catch (thrown) {
      const { code, message, data } = Object(thrown);
      return { jsonrpc: '2.0', id, error: { code, message, data } };
    }
  }
}

/** A receipt as returned by a node. */
export const receipt = (hash: string, status: '0x1' | '0x0', blockNumber = '0x10'): Readonly<Record<string, unknown>> => ({
  transactionHash: hash,
  transactionIndex: '0x0',
  blockHash: `0x${'b'.repeat(64)}`,
  blockNumber,
  from: `0x${'1'.repeat(40)}`,
  to: `0x${'2'.repeat(40)}`,
  cumulativeGasUsed: '0x5208',
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  contractAddress: null,
  logs: [],
  logsBloom: `0x${'0'.repeat(512)}`,
  status,
  type: '0x0',
});
