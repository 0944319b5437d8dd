import type { ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** How the node answers: rightly, with an HTTP status, with text that is no JSON or other text, with an RPC error, or not at all. */
export type NodeMode =
  | 'working'
  | { readonly status: number }
  | 'nonsense'
  | { readonly body: string }
  | { readonly rpcError: number }
  | 'silent';

/** A JSON-RPC node on loopback whose answers the test writes. */
export class JsonRpcNode extends LoopbackServer {
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  /** One that throws is an error of the node: with its code, message and data. */
  readonly answers = new Map<string, (params: readonly unknown[]) => unknown>();
  mode: NodeMode = 'working';
  /** Whether several calls may come in one request. */
  takesLists = true;
  /** The chain that it is on. While it works, being asked for it is not among the {@link requests}. */
  chainId = 1;
  chainChecks = 0;
  /** How many calls each request carried, without those that asked for the chain. */
  readonly batches: number[] = [];

  static start(): Promise<JsonRpcNode> {
    return new JsonRpcNode().listen();
  }

  protected override answer(body: string, response: ServerResponse): unknown {
    const asked: unknown = JSON.parse(body);
    const answers = (Array.isArray(asked) ? asked : [asked]).map((each) => this.#answerOne(each));
    // An answer may have changed it.
    const { mode } = this;
    const isCheck = mode === 'working' && Object(asked).method === 'eth_chainId';
    if (!isCheck) this.batches.push(answers.length);
    if (mode === 'silent') return;
    if (Array.isArray(asked) && !this.takesLists)
      return response.writeHead(400).end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no lists' } }));
    if (typeof mode === 'object' && 'status' in mode) return response.writeHead(mode.status).end('no');
    if (typeof mode === 'object' && 'body' in mode) return response.writeHead(200, { 'content-type': 'text/html' }).end(mode.body);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (mode === 'nonsense') return response.end('<html>');
    return response.end(JSON.stringify(Array.isArray(asked) ? answers.reverse() : answers[0]));
  }

  #answerOne({ id, method, params = [] }: { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }): object {
    const { mode } = this;
    const isCheck = mode === 'working' && method === 'eth_chainId' && !this.answers.has(method);
    if (isCheck) this.chainChecks += 1;
    else this.requests.push({ method, params });
    if (typeof mode === 'object' && 'rpcError' in mode) return { jsonrpc: '2.0', id, error: { code: mode.rpcError, message: 'failed' } };
    try {
      const result = isCheck ? `0x${this.chainId.toString(16)}` : (this.answers.get(method)?.(params) ?? null);
      return { jsonrpc: '2.0', id, result };
    } catch (thrown) {
      const { code, message, data } = Object(thrown);
      return { jsonrpc: '2.0', id, error: { code, message, data } };
    }
  }
}

/** A receipt as a node gives it. */
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
