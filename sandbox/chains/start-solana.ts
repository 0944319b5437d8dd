import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { startLoopbackServer } from '../process/loopback-server.js';
import { NodeError } from './call-node.js';
import { solanaCalls } from './solana-calls.js';
import { type Commitment, SolanaLedger, type SolanaSdk } from './solana-ledger.js';

const STEPS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/** One question to be told. */
interface Subscription {
  readonly id: number;
  /** Tells what there is to tell; `true` when that was all. */
  readonly tell: () => boolean;
}

const isAtLeast = (status: Commitment, wanted: unknown): boolean =>
  STEPS.indexOf(status) >= STEPS.indexOf((wanted ?? 'finalized') as Commitment);

/**
 * Serves subscriptions on a node's port: `signatureSubscribe`, which tells once, and `slotSubscribe`.
 * @see https://solana.com/docs/rpc/websocket
 */
const serveSolanaSockets = (server: Server, ledger: SolanaLedger): { close(): void } => {
  const sockets = new WebSocketServer({ server });
  let lastId = 0;
  sockets.on('connection', (socket: WebSocket) => {
    const open = new Map<number, Subscription>();
    const send = (message: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const notify = (method: string, subscription: number, result: unknown): void => send({ method, params: { subscription, result } });
    const tellAll = (): void => {
      for (const { id, tell } of [...open.values()]) if (tell()) open.delete(id);
    };
    const subscribe = (tell: (id: number) => boolean): number => {
      lastId += 1;
      const id = lastId;
      open.set(id, { id, tell: () => tell(id) });
      return id;
    };
    const answer = (method: unknown, [first, options]: readonly unknown[]): unknown => {
      if (method === 'signatureSubscribe')
        return subscribe((id) => {
          const known = ledger.status(String(first));
          if (known === null || !isAtLeast(known.confirmationStatus, Object(options).commitment)) return false;
          notify('signatureNotification', id, { context: { slot: ledger.slot }, value: { err: known.err } });
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
      const result = answer(method, Array.isArray(params) ? params : []);
      send(result === undefined ? { id, error: { code: -32_601, message: 'Method not found' } } : { id, result });
      tellAll();
    });
    const leave = ledger.onChange(tellAll);
    socket.on('close', leave);
  });
  return {
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
};

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
      if (error instanceof NodeError) return refusal(id, error.code, error.message, error.data);
      return refusal(id, INTERNAL_ERROR, error instanceof Error ? error.message : 'Internal error');
    }
  };
  const answerText = (body: string): unknown => {
    try {
      const parsed: unknown = JSON.parse(body);
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
    const body = JSON.stringify(answerText(await text(request)));
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
