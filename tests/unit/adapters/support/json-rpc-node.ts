import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the node answers: rightly, with an HTTP status, with text that is no JSON, with an RPC error, or not at all. */
export type NodeMode = 'working' | { readonly status: number } | 'nonsense' | { readonly rpcError: number } | 'silent';

/** A JSON-RPC node on loopback whose answers the test writes. */
export class JsonRpcNode {
  readonly requests: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  readonly answers = new Map<string, (params: readonly unknown[]) => unknown>();
  mode: NodeMode = 'working';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<JsonRpcNode> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id, method, params = [] } = JSON.parse(Buffer.concat(chunks).toString());
        node.requests.push({ method, params });
        const { mode } = node;
        if (mode === 'silent') return;
        if (typeof mode === 'object' && 'status' in mode) return void response.writeHead(mode.status).end('no');
        response.writeHead(200, { 'content-type': 'application/json' });
        if (mode === 'nonsense') return void response.end('<html>');
        const outcome =
          typeof mode === 'object'
            ? { error: { code: mode.rpcError, message: 'failed' } }
            : { result: node.answers.get(method)?.(params) ?? null };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
      });
    });
    const node = new JsonRpcNode(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return node;
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
