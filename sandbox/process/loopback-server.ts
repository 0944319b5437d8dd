import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Headers for services that any origin may call, including cross-origin isolated pages. Responses change, so they are not cached. */
export const SERVICE_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

/** The only address the sandbox listens on. */
const LOOPBACK = '127.0.0.1';

/** An HTTP server on loopback. */
export interface LoopbackServer {
  readonly port: number;
  readonly server: Server;
  /** Closes the port and all sockets; resolves when done. */
  stop(): Promise<void>;
}

const fail = (response: ServerResponse, error: unknown): void => {
  console.error('sandbox: a request handler failed', error);
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
  response.end('The sandbox could not handle the request. See its console.');
};

/** Browsers resolve names below `localhost` to loopback, and each is a site of its own. @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const LOCAL_NAME = /(?:^|\.)localhost$/;

/**
 * Listens on loopback. Port 0 uses any free port. Requests with another Host header than loopback's are rejected, so that no page can reach
 * the sandbox through its own domain that resolves to loopback (DNS rebinding).
 */
export const startLoopbackServer = async (
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LoopbackServer> => {
  const server = createServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? '';
    if (host !== LOOPBACK && !LOCAL_NAME.test(host)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('The sandbox accepts loopback hosts only.');
      return;
    }
    Promise.resolve()
      .then(() => handle(request, response))
      .catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  return {
    // A listening TCP server has an AddressInfo.
    port: (server.address() as AddressInfo).port,
    server,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
