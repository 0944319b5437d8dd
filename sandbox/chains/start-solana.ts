import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { startLoopbackServer } from '../process/loopback-server.js';
import { SolanaRpcError, solanaCalls } from './solana-calls.js';
import { SolanaLedger } from './solana-ledger.js';
import type { SolanaSdk } from './solana-sdk.js';
import { serveSolanaSockets } from './solana-sockets.js';

/** Of a call whose text is no JSON, is no call, or names no method that is here. @see https://www.jsonrpc.org/specification#error_object */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': 'POST, OPTIONS' };

/** What a Solana node is started with. */
export interface SolanaOptions {
  /** TCP port on loopback; 0, the default, takes a free one. */
  readonly port?: number;
  /**
   * How long a slot takes, in milliseconds; a real one takes 400. Then a transaction is confirmed after one slot and
   * finalized after three. Without it a slot passes with each transaction, which is final at once.
   */
  readonly slotMs?: number;
}

/** A running Solana node. */
export interface RunningSolana {
  /** The CAIP-2 id of the main network, which the node stands for. @see https://namespaces.chainagnostic.org/solana/caip2 */
  readonly chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  /** JSON-RPC over HTTP. */
  readonly rpcUrl: string;
  /** Subscriptions over a WebSocket: signatures and slots. */
  readonly wsUrl: string;
  /** Closes the port; the chain is gone with it. */
  stop(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  // A request without an encoding gives its chunks as buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const refusal = (id: unknown, code: number, message: string, data?: unknown): unknown => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/**
 * Starts a real Solana virtual machine (litesvm: the system, token, token-2022, associated-token and memo programs) in this process, behind
 * Solana's JSON-RPC over HTTP and a WebSocket on loopback. It has no blocks and no state from elsewhere; it is gone when it stops, and at the
 * latest with this process.
 * @throws Error when the port is taken, or litesvm has no build for this platform
 * @see https://solana.com/docs/rpc/http
 * @example
 * const solana = await startSolana();
 * // … JSON-RPC on solana.rpcUrl
 * await solana.stop();
 */
export const startSolana = async ({ port = 0, slotMs }: SolanaOptions = {}): Promise<RunningSolana> => {
  const load = createRequire(import.meta.url);
  // Both are loaded when a node is started only; `require` knows nothing of their types.
  const sdk = { kit: load('@solana/kit'), litesvm: load('litesvm') } as SolanaSdk;
  // The ledger judges blockhashes: the SVM itself takes none but the latest.
  const svm = new sdk.litesvm.LiteSVM().withBlockhashCheck(false);
  const ledger = new SolanaLedger(sdk, svm, slotMs !== undefined);
  const calls = new Map(Object.entries(solanaCalls(sdk, svm, ledger)));
  const answer = (call: unknown): unknown => {
    const { id = null, method, params } = Object(call) as { id?: unknown; method?: unknown; params?: unknown };
    if (typeof method !== 'string') return refusal(id, INVALID_REQUEST, 'Invalid request');
    const run = calls.get(method);
    if (run === undefined) return refusal(id, METHOD_NOT_FOUND, 'Method not found');
    try {
      return { jsonrpc: '2.0', id, result: run(Array.isArray(params) ? params : []) };
    } catch (error) {
      if (error instanceof SolanaRpcError) return refusal(id, error.code, error.message, error.data);
      return refusal(id, INTERNAL_ERROR, error instanceof Error ? error.message : 'Internal error');
    }
  };
  const answerText = (text: string): unknown => {
    try {
      const parsed: unknown = JSON.parse(text);
      return Array.isArray(parsed) ? parsed.map(answer) : answer(parsed);
    } catch {
      return refusal(null, PARSE_ERROR, 'Parse error');
    }
  };
  const server = await startLoopbackServer(port, async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 405, CORS).end();
      return;
    }
    const body = JSON.stringify(answerText(await readBody(request)));
    response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end(body);
  });
  const sockets = serveSolanaSockets(server.server, ledger);
  const ticking = slotMs === undefined ? undefined : setInterval(() => ledger.advance(1), slotMs);
  return {
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    rpcUrl: `http://127.0.0.1:${server.port}`,
    wsUrl: `ws://127.0.0.1:${server.port}`,
    stop: async () => {
      clearInterval(ticking);
      sockets.close();
      await server.stop();
    },
  };
};
