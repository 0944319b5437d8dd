import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a server behaves: it works, cuts connections, never answers, answers a status of HTTP, a text as it is, or to another call. */
export type RpcServerMode = 'working' | 'down' | 'never' | { readonly status: number } | { readonly text: string } | 'other-id';

type Answer = { readonly result: unknown } | { readonly error: unknown };

/** A JSON-RPC server on loopback whose answers the test writes; what it was told no answer to, it does not know. */
export class RpcServer {
  /** Every call that arrived, oldest first. */
  readonly calls: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** By method; a function is asked each time. */
  readonly answers = new Map<string, Answer | ((params: readonly unknown[]) => Answer)>();
  mode: RpcServerMode = 'working';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      if (this.mode === 'down') return void request.socket.destroy();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { mode } = this;
        this.headers.push(request.headers);
        const call = JSON.parse(Buffer.concat(chunks).toString());
        this.calls.push(call);
        if (mode === 'never') return;
        if (typeof mode === 'object' && 'status' in mode) return void response.writeHead(mode.status).end('no');
        if (typeof mode === 'object') return void response.end(mode.text);
        const answer = this.answers.get(call.method) ?? { error: { code: -32_601, message: 'Method not found' } };
        const id = mode === 'other-id' ? call.id + 1_000 : call.id;
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(typeof answer === 'function' ? answer(call.params) : answer) }));
      });
    });
  }

  static async start(): Promise<RpcServer> {
    const server = new RpcServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    // A listening TCP server has an AddressInfo.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** How often a method was called. */
  asked(method: string): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
