import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { startLoopbackServer } from '../process/loopback-server.js';
import { handleWebRequest } from '../process/web-handler.js';
import { type SignInApi, startSignIn } from '../sign-in/start-sign-in.js';
import { type HtmlAdditions, prepareHtml } from './prepare-html.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Returns the media type of a file by its extension. */
const contentType = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

/** More than the sign-in endpoints accept, which refuse longer bodies in their own way. */
const MAX_API_BYTES = 1_000_000;

/** Path for Content-Security-Policy reports. */
const REPORT_PATH = '/.sandbox/csp-report';

/** Options of {@link serveSite}. */
export interface SiteOptions extends Partial<HtmlAdditions> {
  /** Folder of a built site, or pages by path, e.g. `{ '/': '<!doctype html>…' }`. */
  readonly files: string | Readonly<Record<string, string>>;
  /** TCP port on loopback. Default 0: any free port. */
  readonly port?: number;
  /** Content-Security-Policy of every page. A `report-uri` is appended. */
  readonly contentSecurityPolicy?: string;
  /** Sends `Cross-Origin-Opener-Policy: same-origin` with every page, which cuts it off from windows of other sites. Default false. */
  readonly isolatesWindows?: boolean;
  /** Serves sign-in endpoints at `/api/sign-in`. Default false. */
  readonly signIn?: boolean;
}

/** A site on loopback. */
export interface Site {
  /** Origin, e.g. `http://localhost:40002`: a secure context, and cross-site to the wallet. */
  readonly origin: string;
  /** Returns the policy violations reported so far. */
  cspReports(): readonly unknown[];
  stop(): Promise<void>;
}

type Read = (path: string) => Promise<Buffer | string | null>;

const fromFolder =
  (folder: string): Read =>
  async (path) => {
    const file = normalize(join(folder, path));
    if (!file.startsWith(normalize(folder) + sep)) return null;
    return readFile(file).catch(() => null);
  };

const fromRecord =
  (pages: Readonly<Record<string, string>>): Read =>
  async (path) =>
    pages[path.replace(/index\.html$/, '')] ?? pages[path] ?? null;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Serves a built site as `http://localhost:<port>` and adds the sandbox to every page: a meta element with its URLs, and the wallet's script
 * before all others.
 * @example
 * const site = await serveSite({ files: 'dist', meta: sandbox.meta, scripts: [sandbox.urls.walletScript] });
 */
export const serveSite = async (options: SiteOptions): Promise<Site> => {
  const { files, port = 0, meta = null, scripts = [], contentSecurityPolicy, isolatesWindows = false, signIn = false } = options;
  const read = typeof files === 'string' ? fromFolder(files) : fromRecord(files);
  const reports: unknown[] = [];
  let api: SignInApi | null = null;
  let origin = '';

  const sendFile = (response: ServerResponse, path: string, body: Buffer | string): void => {
    const type = contentType(path);
    const isPage = type.startsWith('text/html');
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-store',
      ...(isPage && contentSecurityPolicy !== undefined
        ? { 'content-security-policy': `${contentSecurityPolicy}; report-uri ${REPORT_PATH}` }
        : {}),
      ...(isPage && isolatesWindows ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    });
    response.end(isPage ? prepareHtml(body.toString('utf8'), { meta, scripts }) : body);
  };

  const server = await startLoopbackServer(port, async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === REPORT_PATH) {
      reports.push(parse(await readBody(request)));
      response.writeHead(204).end();
      return;
    }
    const handle = pathname.startsWith('/api/') ? api?.handle : undefined;
    if (handle !== undefined && (await handleWebRequest(handle, { origin, maxBytes: MAX_API_BYTES }, request, response))) return;
    const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const body = await read(path);
    if (body === null) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.');
    else sendFile(response, path, body);
  });

  origin = `http://localhost:${server.port}`;
  if (signIn) api = await startSignIn({ origin, rpc: meta?.rpc ?? {} });
  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(), api?.stop()]);
  };
  return { origin, cspReports: () => [...reports], stop };
};
