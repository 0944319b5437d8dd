import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { bundleForBrowser } from '../build/bundle-for-browser.js';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { startLoopbackServer } from '../process/loopback-server.js';
import type { RemoteCommand } from '../remote-wallet/remote-command.js';
import { RemoteWalletControl } from '../remote-wallet/remote-control.js';
import { WALLET_PAGE_IDENTITY } from '../wallet/provider/identity.js';
import type { PageConfig } from './page-line.js';
import { PageLines } from './page-lines.js';

/** What a wallet page is served with. */
export interface WalletPageOptions extends PageConfig {
  /** TCP port on loopback; 0, the default, takes a free one. */
  readonly port?: number;
  /** Secret for the switches over HTTP; without it, the service makes one. */
  readonly controlToken?: string;
}

/** A wallet on its own page. */
export interface WalletPage {
  /** Origin of the page, e.g. `http://127.0.0.1:40004`. `/?uri=…` and `/wc?uri=…` follow a pairing link. */
  readonly origin: string;
  /** The switches of the page that was opened last. */
  readonly control: RemoteWalletControl;
  /** Secret for the switches over HTTP: `walletPageOverHttp(origin, controlToken)`. */
  readonly controlToken: string;
  stop(): Promise<void>;
}

interface Asset {
  readonly type: string;
  readonly body: string;
}

/**
 * Tells the official client that it is under test, before it starts: else it asks a public service about every request, which takes five
 * seconds where there is no network.
 */
const NO_VERIFY = 'globalThis.process={env:{IS_VITEST:"true"}};';

const PAGE_PATHS: readonly string[] = ['/', '/wc'];

/** Only its own files, the relay and the nodes; no site may put the page in a frame. What reads Polkadot's metadata begins with WebAssembly. */
const headersOf = (origin: string, { relayUrl, rpcUrls, nodes = {} }: PageConfig): Readonly<Record<string, string>> => {
  const urls = [...Object.values(rpcUrls), ...Object.values(nodes).map(({ url }) => url)];
  const hosts = [origin.replace('http', 'ws'), relayUrl, ...urls].join(' ');
  return {
    'content-security-policy': `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self' ${hosts}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
};

const buildAssets = async (config: PageConfig): Promise<ReadonlyMap<string, Asset>> => {
  const file = (path: string): Promise<string> => readFile(join(SANDBOX_ROOT, path), 'utf8');
  const [html, baseCss, css, script] = await Promise.all([
    file('wallet-page/wallet-page.html'),
    file('wallet/window/window.css'),
    file('wallet-page/wallet-page.css'),
    bundleForBrowser('wallet-page/page-script.ts', { first: NO_VERIFY }),
  ]);
  const page: Asset = { type: 'text/html; charset=utf-8', body: html };
  return new Map([
    ...PAGE_PATHS.map((path): [string, Asset] => [path, page]),
    ['/wallet-page.css', { type: 'text/css; charset=utf-8', body: `${baseCss}\n${css}` }],
    ['/wallet-page.js', { type: 'text/javascript; charset=utf-8', body: script }],
    ['/config.json', { type: 'application/json', body: JSON.stringify(config) }],
    ['/icon.svg', { type: 'image/svg+xml', body: decodeURIComponent(WALLET_PAGE_IDENTITY.icon.replace(/^[^,]*,/, '')) }],
  ]);
};

/** Serves a wallet on its own page, which apps reach through a relay. Its script is bundled when the page is first asked for. */
export const startWalletPage = async (options: WalletPageOptions): Promise<WalletPage> => {
  const { port = 0, controlToken = makeControlToken(), relayUrl, rpcUrls, nodes = {} } = options;
  const config: PageConfig = { relayUrl, rpcUrls, nodes };
  const lines = new PageLines();
  const sockets = new WebSocketServer({ noServer: true });
  let assets: Promise<ReadonlyMap<string, Asset>> | null = null;

  const server = await startLoopbackServer(port, async (request, response) => {
    // The page refuses commands it does not know.
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (command) => lines.run(command as RemoteCommand));
    assets ??= buildAssets(config);
    const asset = (await assets).get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (asset === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.');
      return undefined;
    }
    response
      .writeHead(200, {
        'content-type': asset.type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // Apps show the icon.
        'cross-origin-resource-policy': 'cross-origin',
        ...(asset.type.startsWith('text/html') ? headersOf(origin, config) : {}),
      })
      .end(request.method === 'HEAD' ? undefined : asset.body);
    return undefined;
  });
  const origin = `http://127.0.0.1:${server.port}`;

  server.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (request.headers.origin === origin) sockets.handleUpgrade(request, stream, head, (socket) => lines.add(socket));
    else stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });

  return {
    origin,
    control: new RemoteWalletControl((command) => lines.run(command)),
    controlToken,
    stop: async () => {
      lines.stop();
      await server.stop();
    },
  };
};
