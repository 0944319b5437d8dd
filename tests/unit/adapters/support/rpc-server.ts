import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** Server behaviour: normal, dropped connections, no response, an HTTP status, a text, or a response with another id. */
export type RpcServerMode = 'working' | 'down' | 'never' | { readonly status: number } | { readonly text: string } | 'other-id';

type RpcOutcome = { readonly result: unknown } | { readonly error: unknown };

/** A JSON-RPC server on loopback with scripted responses; other methods are not found. */
export class RpcServer extends LoopbackServer {
  /** Received calls, oldest first. */
  readonly calls: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[] = [];
  /** Outcomes by method; a function is called for each request. */
  readonly responses = new Map<string, RpcOutcome | ((params: readonly unknown[]) => RpcOutcome)>();
  mode: RpcServerMode = 'working';

  static start(): Promise<RpcServer> {
    return new RpcServer().listen();
  }

  /** Number of calls of a method. */
  requestCount(method: string): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  protected override respond(body: string, response: ServerResponse, { socket }: IncomingMessage): unknown {
    const { mode } = this;
    if (mode === 'down') return socket.destroy();
    const call = JSON.parse(body);
    this.calls.push(call);
    if (mode === 'never') return;
    if (typeof mode === 'object') return 'status' in mode ? response.writeHead(mode.status).end('no') : response.end(mode.text);
    const outcome = this.responses.get(call.method) ?? { error: { code: -32_601, message: 'Method not found' } };
    const id = mode === 'other-id' ? call.id + 1_000 : call.id;
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(typeof outcome === 'function' ? outcome(call.params) : outcome) }));
  }
}
