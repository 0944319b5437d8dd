import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockchainApiCall } from '../../../../application/ports/blockchain-api.fake.js';
import { LoopbackServer } from './loopback-server.js';

/** Server behaviour of a call: dropped connections, status 403, HTML, or no response. */
type Fault = 'down' | 'refused' | 'garbage' | 'never';

/** Routes of calls: method and path, whose names in braces stand for any segment. */
const ROUTES: Readonly<Record<BlockchainApiCall | 'isSupported', string>> = {
  isSupported: 'GET /v1/supported-chains',
  identity: 'GET /v1/identity/{address}',
  history: 'GET /v1/account/{account}/history',
  nfts: 'GET /v1/account/{account}/nfts',
  swapQuotes: 'GET /v1/convert/quotes',
  swapTokens: 'GET /v1/convert/tokens',
  prices: 'POST /v1/fungible/price',
  allowance: 'GET /v1/convert/allowance',
  gasPrices: 'GET /v1/convert/gas-price',
  buildSwap: 'POST /v1/convert/build-transaction',
  buildApproval: 'GET /v1/convert/build-approve',
  balances: 'GET /v1/account/{address}/balance',
  registeredName: 'GET /v1/profile/account/{name}',
  namesOf: 'GET /v1/profile/reverse/{address}',
  suggestions: 'GET /v1/profile/suggestions/{name}',
  registerName: 'POST /v1/profile/account',
  onrampUrl: 'POST /v1/generators/onrampurl',
  onrampOptions: 'GET /v1/onramp/options',
  onrampQuote: 'POST /v1/onramp/quote',
  sessions: 'GET /v1/sessions/{id}',
  revokeSession: 'POST /v1/sessions/{id}/revoke',
};

const callOf = (method: string | undefined, path: string): string | undefined =>
  Object.entries(ROUTES).find(([, route]) => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`))?.[0];

/** The blockchain API on loopback with scripted replies; the others are not found. */
export class BlockchainApiServer extends LoopbackServer {
  readonly replies = new Map<string, unknown>();
  readonly faults = new Map<string, Fault>();

  static start(): Promise<BlockchainApiServer> {
    return new BlockchainApiServer().listen();
  }

  protected override respond(_body: string, response: ServerResponse, { method, url = '', socket }: IncomingMessage): unknown {
    const call = callOf(method, new URL(url, this.url).pathname) ?? '';
    const fault = this.faults.get(call);
    if (fault === 'down') return socket.destroy();
    if (fault === 'never') return;
    if (fault === 'refused') return response.writeHead(403).end('{}');
    if (fault === 'garbage') return response.end('<!doctype html>');
    const reply = this.replies.get(call);
    return reply === undefined ? response.writeHead(404).end('{}') : response.end(JSON.stringify(reply));
  }
}
