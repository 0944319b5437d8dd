import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { startLoopbackServer } from '../process/loopback-server.js';
import { NodeError } from './call-node.js';
import { solanaCalls } from './solana-calls.js';
import { SolanaHistory } from './solana-history.js';
import { type Commitment, SolanaLedger, type SolanaSdk } from './solana-ledger.js';

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/** An open subscription. */
interface Subscription {
  readonly id: number;
  /** Sends a notification if due. Returns true when the subscription is complete. */
  readonly notify: () => boolean;
}

const isAtLeast = (status: Commitment, required: unknown): boolean =>
  COMMITMENTS.indexOf(status) >= COMMITMENTS.indexOf((required ?? 'finalized') as Commitment);

/**
 * Serves subscriptions on a node's port: `signatureSubscribe`, which notifies once, and `slotSubscribe`.
 * @see https://solana.com/docs/rpc/websocket
 */
const serveSolanaSockets = (server: Server, ledger: SolanaLedger): { close(): void } => {
  const sockets = new WebSocketServer({ server });
  let lastId = 0;
  sockets.on('connection', (socket: WebSocket) => {
    const open = new Map<number, Subscription>();
    const send = (message: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const notify = (method: string, subscription: number, result: unknown): void => send({ method, params: { subscription, result } });
    const notifyAll = (): void => {
      for (const { id, notify: notifyOne } of [...open.values()]) if (notifyOne()) open.delete(id);
    };
    const subscribe = (attempt: (id: number) => boolean): number => {
      lastId += 1;
      const id = lastId;
      open.set(id, { id, notify: () => attempt(id) });
      return id;
    };
    const handle = (method: unknown, [first, options]: readonly unknown[]): unknown => {
      if (method === 'signatureSubscribe')
        return subscribe((id) => {
          const entry = ledger.status(String(first));
          if (entry === null || !isAtLeast(entry.confirmationStatus, Object(options).commitment)) return false;
          notify('signatureNotification', id, { context: { slot: ledger.slot }, value: { err: entry.err } });
          return true;
        });
      if (method === 'slotSubscribe')
        return subscribe((id) => {
          notify('slotNotification', id, { slot: ledger.slot, parent: ledger.slot - 1, root: ledger.slot });
          return false;
        });
      if (method === 'signatureUnsubscribe' || method === 'slotUnsubscribe') return open.delete(Number(first));
      return undefined;
    };
    socket.on('message', (data) => {
      let call: { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };
      try {
        call = Object(JSON.parse(String(data)));
      } catch {
        send({ id: null, error: { code: -32_700, message: 'Parse error' } });
        return;
      }
      const { id = null, method, params } = call;
      const result = handle(method, Array.isArray(params) ? params : []);
      send(result === undefined ? { id, error: { code: -32_601, message: 'Method not found' } } : { id, result });
      notifyAll();
    });
    const unsubscribe = ledger.onChange(notifyAll);
    socket.on('close', unsubscribe);
  });
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
};

/** JSON-RPC error codes. @see https://www.jsonrpc.org/specification#error_object */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INTERNAL_ERROR = -32_603;

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': 'POST, OPTIONS' };

/** Options of {@link startSolana}. */
export interface SolanaOptions {
  /** TCP port on loopback. Default 0: any free port. */
  readonly port?: number;
  /**
   * Duration of a slot in milliseconds; a real one takes 400. A transaction is then confirmed after one slot and finalized after three.
   * Without it, each transaction advances the slot and is finalized immediately.
   */
  readonly slotMs?: number;
}

/** A running Solana node. */
export interface RunningSolana {
  /** The CAIP-2 id of mainnet, which the node imitates. @see https://namespaces.chainagnostic.org/solana/caip2 */
  readonly chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
  /** JSON-RPC over HTTP. */
  readonly rpcUrl: string;
  /** WebSocket URL for subscriptions to signatures and slots. */
  readonly wsUrl: string;
  /** Closes the port. The chain is in memory and lost. */
  stop(): Promise<void>;
}

const errorResponse = (id: unknown, code: number, message: string, data?: unknown): unknown => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/**
 * Starts a real Solana virtual machine (litesvm: the system, token, token-2022, associated-token and memo programs) in this process, with
 * Solana's JSON-RPC over HTTP and WebSocket on loopback. It has no blocks and no forked state. It stops with this process at the latest.
 * @throws Error when the port is in use, or litesvm has no build for this platform
 * @see https://solana.com/docs/rpc/http
 * @example
 * const solana = await startSolana();
 * // … JSON-RPC on solana.rpcUrl
 * await solana.stop();
 */
export const startSolana = async ({ port = 0, slotMs }: SolanaOptions = {}): Promise<RunningSolana> => {
  const load = createRequire(import.meta.url);
  // Loaded only when a node starts. `require` is untyped.
  const sdk = { kit: load('@solana/kit'), litesvm: load('litesvm') } as SolanaSdk;
  // The ledger checks blockhashes: the SVM itself accepts only the latest.
  const svm = new sdk.litesvm.LiteSVM().withBlockhashCheck(false);
  const ledger = new SolanaLedger(sdk, svm, slotMs !== undefined);
  const calls = new Map(Object.entries(solanaCalls(sdk, svm, ledger, new SolanaHistory(sdk, svm))));
  const handle = (call: unknown): unknown => {
    const { id = null, method, params } = Object(call) as { id?: unknown; method?: unknown; params?: unknown };
    if (typeof method !== 'string') return errorResponse(id, INVALID_REQUEST, 'Invalid request');
    const run = calls.get(method);
    if (run === undefined) return errorResponse(id, METHOD_NOT_FOUND, 'Method not found');
    try {
      return { jsonrpc: '2.0', id, result: run(Array.isArray(params) ? params : []) };
    } catch (error) {
      if (error instanceof NodeError) return errorResponse(id, error.code, error.message, error.data);
      return errorResponse(id, INTERNAL_ERROR, error instanceof Error ? error.message : 'Internal error');
    }
  };
  const handleText = (body: string): unknown => {
    try {
      const parsed: unknown = JSON.parse(body);
      return Array.isArray(parsed) ? parsed.map(handle) : handle(parsed);
    } catch {
      return errorResponse(null, PARSE_ERROR, 'Parse error');
    }
  };
  const server = await startLoopbackServer(port, async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 405, CORS).end();
      return;
    }
    const body = JSON.stringify(handleText(await text(request)));
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
