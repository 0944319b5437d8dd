import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Commitment, SolanaLedger } from './solana-ledger.js';

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
export const serveSolanaSockets = (server: Server, ledger: SolanaLedger): { close(): void } => {
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
