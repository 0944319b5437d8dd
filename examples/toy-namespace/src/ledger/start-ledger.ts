import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedTransfer } from '../transfer.js';
import type { ToyLedger } from './toy-ledger.js';

/** Delay between the first pending transfer and its block. */
const BLOCK_MS = 200;

/** A running ledger node. */
export interface RunningLedger {
  readonly url: string;
  /** While true, every request fails with status 500. */
  broken: boolean;
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** Parses a request body; `null` for a malformed transfer. */
const readTransfer = (text: string): SignedTransfer | null => {
  try {
    const { network, from, to, value, nonce, signature } = Object(JSON.parse(text));
    if (![network, from, to, value, signature].every((member) => typeof member === 'string')) return null;
    return Number.isSafeInteger(nonce) ? { network, from, to, value, nonce, signature } : null;
  } catch {
    return null;
  }
};

/**
 * Serves a ledger on loopback: `GET /` returns the chain, `GET /accounts/<address>` balance and nonce, `POST /transfers` accepts a
 * signed transfer, `GET /transfers/<hash>` returns its status.
 */
export const startLedger = async (ledger: ToyLedger): Promise<RunningLedger> => {
  let sealing: NodeJS.Timeout | undefined;
  const seal = (): void => {
    sealing = undefined;
    ledger.seal();
  };

  const handle = async (request: IncomingMessage): Promise<readonly [status: number, body: unknown]> => {
    const [, resource, id = ''] = new URL(request.url ?? '/', 'http://ledger').pathname.split('/');
    if (request.method === 'POST' && resource === 'transfers') {
      const transfer = readTransfer(await bodyOf(request));
      const outcome = transfer === null ? { refusal: 'malformed' } : await ledger.take(transfer);
      if ('hash' in outcome) sealing ??= setTimeout(seal, BLOCK_MS);
      return ['hash' in outcome ? 200 : 400, outcome];
    }
    if (request.method !== 'GET') return [405, {}];
    if (resource === '') return [200, { network: ledger.network, height: ledger.height }];
    if (resource === 'accounts') return [200, { balance: String(ledger.balanceOf(id)), nonce: ledger.nonceOf(id) }];
    const state = resource === 'transfers' ? ledger.stateOf(id) : null;
    return state === null ? [404, {}] : [200, state];
  };

  const send = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
    response.end(JSON.stringify(body));
  };

  const running = { broken: false };
  const server: Server = createServer((request, response) => {
    if (running.broken) return send(response, 500, {});
    handle(request).then(
      ([status, body]) => send(response, status, body),
      () => send(response, 500, {}),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a TCP port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return Object.assign(running, {
    url: `http://127.0.0.1:${port}`,
    stop: async (): Promise<void> => {
      clearTimeout(sealing);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
};
