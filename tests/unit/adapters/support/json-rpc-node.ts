import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the node answers: rightly, with an HTTP status, with text that is no JSON or other text, with an RPC error, or not at all. */
export type NodeMode =
  | 'working'
  | { readonly status: number }
  | 'nonsense'
  | { readonly body: string }
  | { readonly rpcError: number }
  | 'silent';

/** A JSON-RPC node on loopback whose answers the test writes. */
export class JsonRpcNode {
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
  /** The headers of each request. */
  readonly headers: IncomingHttpHeaders[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<JsonRpcNode> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      node.headers.push(request.headers);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const asked: unknown = JSON.parse(Buffer.concat(chunks).toString());
        const answers = (Array.isArray(asked) ? asked : [asked]).map((each) => node.#answer(each));
        const isCheck = node.mode === 'working' && Object(asked).method === 'eth_chainId';
        if (!isCheck) node.batches.push(answers.length);
        const { mode } = node;
        if (mode === 'silent') return;
        if (Array.isArray(asked) && !node.takesLists)
          return void response
            .writeHead(400)
            .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no lists' } }));
        if (typeof mode === 'object' && 'status' in mode) return void response.writeHead(mode.status).end('no');
        if (typeof mode === 'object' && 'body' in mode) return void response.writeHead(200, { 'content-type': 'text/html' }).end(mode.body);
        response.writeHead(200, { 'content-type': 'application/json' });
        if (mode === 'nonsense') return void response.end('<html>');
        response.end(JSON.stringify(Array.isArray(asked) ? answers.reverse() : answers[0]));
      });
    });
    const node = new JsonRpcNode(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return node;
  }

  #answer({ id, method, params = [] }: { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }): object {
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

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sockets that are open. */
  async connections(): Promise<number> {
    return new Promise((resolve, reject) => this.#server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
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
