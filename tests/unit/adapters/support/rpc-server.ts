import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** How a server behaves: it works, cuts connections, never answers, answers a status of HTTP, a text as it is, or to another call. */
export type RpcServerMode = 'working' | 'down' | 'never' | { readonly status: number } | { readonly text: string } | 'other-id';

type Answer = { readonly result: unknown } | { readonly error: unknown };

/** A JSON-RPC server on loopback whose answers the test writes; what it was told no answer to, it does not know. */
export class RpcServer extends LoopbackServer {
  /** Every call that arrived, oldest first. */
  readonly calls: { readonly id: number; readonly method: string; readonly params: readonly unknown[] }[] = [];
  /** By method; a function is asked each time. */
  readonly answers = new Map<string, Answer | ((params: readonly unknown[]) => Answer)>();
  mode: RpcServerMode = 'working';

  static start(): Promise<RpcServer> {
    return new RpcServer().listen();
  }

  /** How often a method was called. */
  asked(method: string): number {
    return this.calls.filter((call) => call.method === method).length;
  }

  protected override answer(body: string, response: ServerResponse, { socket }: IncomingMessage): unknown {
    const { mode } = this;
    if (mode === 'down') return socket.destroy();
    const call = JSON.parse(body);
    this.calls.push(call);
    if (mode === 'never') return;
    if (typeof mode === 'object') return 'status' in mode ? response.writeHead(mode.status).end('no') : response.end(mode.text);
    const answer = this.answers.get(call.method) ?? { error: { code: -32_601, message: 'Method not found' } };
    const id = mode === 'other-id' ? call.id + 1_000 : call.id;
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(typeof answer === 'function' ? answer(call.params) : answer) }));
  }
}
