import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { bundleForBrowser } from '../build/bundle-for-browser.js';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';
import { type ControlCall, remoteControl } from '../process/control.js';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { startLoopbackServer } from '../process/loopback-server.js';
import type { RemoteWalletControl } from '../remote-wallet/remote-control.js';
import { type Asset, type Assets, CSS, HTML, iconAsset, SCRIPT, sendAsset } from '../site/send-asset.js';
import { WALLET_PAGE_IDENTITY } from '../wallet/provider/identity.js';
import type { FromWalletPage, PageConfig, ToWalletPage } from './page-line.js';

/** How long a call waits for a page to open. */
const OPENING_MS = 15_000;

interface Waiting {
  readonly socket: WebSocket;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The open wallet pages; the wallet lives in the one that was opened last. */
class PageLines {
  readonly #open = new Set<WebSocket>();
  readonly #waiting = new Map<number, Waiting>();
  #arrivals: readonly (() => void)[] = [];
  #lastId = 0;

  /** Takes the line of a page. */
  add(socket: WebSocket): void {
    this.#open.add(socket);
    socket.on('message', (data) => this.#settle(JSON.parse(String(data))));
    socket.on('close', () => {
      this.#open.delete(socket);
      for (const [id, waiting] of this.#waiting) {
        if (waiting.socket !== socket) continue;
        this.#waiting.delete(id);
        waiting.reject(new Error('The wallet page went away.'));
      }
    });
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const arrived of arrivals) arrived();
  }

  /**
   * Makes a call in the page that was opened last, or in the next one that opens.
   * @throws Error when the wallet cannot do it, or no page is open
   */
  async send(call: ControlCall): Promise<unknown> {
    const socket = await this.#latest();
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { socket, resolve, reject });
      socket.send(JSON.stringify({ id, call } satisfies ToWalletPage));
    });
  }

  /** Closes every line. */
  stop(): void {
    for (const socket of this.#open) socket.terminate();
  }

  #latest(): Promise<WebSocket> {
    const latest = [...this.#open].at(-1);
    if (latest !== undefined) return Promise.resolve(latest);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#arrivals = this.#arrivals.filter((one) => one !== arrived);
        reject(new Error('No wallet page is open.'));
      }, OPENING_MS);
      const arrived = (): void => {
        clearTimeout(timer);
        resolve(this.#latest());
      };
      this.#arrivals = [...this.#arrivals, arrived];
    });
  }

  /** The page is the wallet's own, so its messages have the shape they claim. */
  #settle(message: FromWalletPage): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.result);
  }
}

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
  };
};

const buildAssets = async (config: PageConfig): Promise<Assets> => {
  const file = (path: string): Promise<string> => readFile(join(SANDBOX_ROOT, path), 'utf8');
  const [html, baseCss, css, script] = await Promise.all([
    file('wallet-page/wallet-page.html'),
    file('wallet/window/window.css'),
    file('wallet-page/wallet-page.css'),
    bundleForBrowser('wallet-page/page-script.ts', { first: NO_VERIFY }),
  ]);
  const page: Asset = { type: HTML, body: html };
  return new Map([
    ...PAGE_PATHS.map((path): [string, Asset] => [path, page]),
    ['/wallet-page.css', { type: CSS, body: `${baseCss}\n${css}` }],
    ['/wallet-page.js', { type: SCRIPT, body: script }],
    ['/config.json', { type: 'application/json', body: JSON.stringify(config) }],
    ['/icon.svg', iconAsset(WALLET_PAGE_IDENTITY)],
  ]);
};

/** Serves a wallet on its own page, which apps reach through a relay. Its script is bundled when the page is first asked for. */
export const startWalletPage = async (options: WalletPageOptions): Promise<WalletPage> => {
  const { port = 0, controlToken = makeControlToken(), relayUrl, rpcUrls, nodes = {} } = options;
  const config: PageConfig = { relayUrl, rpcUrls, nodes };
  const lines = new PageLines();
  const sockets = new WebSocketServer({ noServer: true });
  let assets: Promise<Assets> | null = null;

  const server = await startLoopbackServer(port, async (request, response) => {
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (call) => lines.send(call));
    assets ??= buildAssets(config);
    sendAsset(request, response, await assets, headersOf(origin, config));
    return undefined;
  });
  const origin = `http://127.0.0.1:${server.port}`;

  server.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    if (request.headers.origin === origin) sockets.handleUpgrade(request, stream, head, (socket) => lines.add(socket));
    else stream.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });

  return {
    origin,
    control: remoteControl((call) => lines.send(call)),
    controlToken,
    stop: async () => {
      lines.stop();
      await server.stop();
    },
  };
};
