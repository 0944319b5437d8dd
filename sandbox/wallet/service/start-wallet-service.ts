import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { bundleForBrowser } from '../../build/bundle-for-browser.js';
import { SANDBOX_ROOT } from '../../build/sandbox-root.js';
import { callControl } from '../../process/control.js';
import { handleControl, isControlRequest, makeControlToken, overHttp } from '../../process/control-endpoint.js';
import { startLoopbackServer } from '../../process/loopback-server.js';
import { type Asset, type Assets, CSS, HTML, iconAsset, SCRIPT, sendAsset } from '../../site/send-asset.js';
import { type NamespaceNodes, type OfferedChains, offeredChains } from '../engine/keys/namespace.js';
import type { WalletControl } from '../engine/messages.js';
import type { WalletEngine } from '../engine/wallet-engine.js';
import type { Connection } from '../engine/window-connections.js';
import { PAGE_SCRIPT_IDENTITY } from '../provider/identity.js';

/** The wallet's service: its window, its page script, and its test controls. */
export interface WalletService {
  /** Origin of the wallet, e.g. `http://127.0.0.1:40001`. Its home is at `/`. */
  readonly origin: string;
  /** Token for `POST /control`. */
  readonly controlToken: string;
  stop(): Promise<void>;
}

/**
 * Allows only the wallet's own files and its own connection, and no framing. The page that opens the window keeps its handle, to show the
 * next prompt in it and to close it; the handle gives no access to a window of another origin.
 */
const windowHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'cross-origin-opener-policy': 'unsafe-none',
  'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src ${origin.replace('http', 'ws')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
});

const readAssets = async (chains: OfferedChains): Promise<Assets> => {
  const file = (name: string): Promise<string> => readFile(join(SANDBOX_ROOT, 'wallet/window', name), 'utf8');
  const [html, css, windowScript, walletScript, hostileScript] = await Promise.all([
    file('window.html'),
    file('window.css'),
    bundleForBrowser('wallet/service/window-page.ts'),
    bundleForBrowser('wallet/service/wallet-script.ts', { values: { OFFERED_CHAINS: chains } }),
    bundleForBrowser('hostile/hostile-script.ts'),
  ]);
  const page: Asset = { type: HTML, body: html };
  const script = (body: string): Asset => ({ type: SCRIPT, body });
  return new Map([
    ['/', page],
    ['/window.html', page],
    ['/window.css', { type: CSS, body: css }],
    ['/window.js', script(windowScript)],
    ['/wallet.js', script(walletScript)],
    ['/hostile.js', script(hostileScript)],
    ['/icon.svg', iconAsset(PAGE_SCRIPT_IDENTITY)],
  ]);
};

/** Connects a socket to the wallet. Invalid messages are logged and dropped. */
const attach = (socket: WebSocket, connection: Connection): void => {
  socket.on('message', (data) => {
    try {
      connection.receive(JSON.parse(String(data)));
    } catch (error) {
      console.warn(`sandbox: invalid message to the wallet: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  socket.on('close', () => connection.close());
};

const sender = (socket: WebSocket) => (message: object) => socket.send(JSON.stringify(message));

/** Starts the service of a wallet on loopback. @param port 0: any free port @param nodes nodes of the other namespaces */
export const startWalletService = async (engine: WalletEngine, port: number, nodes: NamespaceNodes = {}): Promise<WalletService> => {
  const [assets, controlToken] = [await readAssets(offeredChains(nodes)), makeControlToken()];
  const sockets = new WebSocketServer({ noServer: true });

  const {
    server,
    port: actualPort,
    stop,
  } = await startLoopbackServer(port, async (request, response) => {
    if (isControlRequest(request)) return handleControl(request, response, controlToken, (call) => callControl(engine.control, call));
    sendAsset(request, response, assets, windowHeaders(origin));
  });
  const origin = `http://127.0.0.1:${actualPort}`;

  const openConnection = (socket: WebSocket, url: URL, site: string): void => {
    if (url.pathname === '/window') attach(socket, engine.openWindow({ prompt: url.searchParams.get('request'), send: sender(socket) }));
    else attach(socket, engine.openPage({ origin: site, send: sender(socket), drop: () => socket.terminate() }));
  };

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', origin);
    const site = request.headers.origin;
    // The browser sets this header and pages cannot change it, so permissions are keyed by it.
    const isAllowed = url.pathname === '/window' ? site === origin : url.pathname === '/page' && site !== undefined && site !== 'null';
    if (!isAllowed) stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    else sockets.handleUpgrade(request, stream, head, (socket) => openConnection(socket, url, site ?? ''));
  });

  return {
    origin,
    controlToken,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate();
      await stop();
    },
  };
};

/** Controls the wallet of a running sandbox over HTTP. */
export const controlOverHttp = (origin: string, token: string): WalletControl => overHttp(origin, token);
