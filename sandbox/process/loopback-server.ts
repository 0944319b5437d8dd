import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Of services that pages of every origin may ask, also isolated ones. What is asked is never kept: the next answer may be another. */
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
  /** Closes the port and every open socket; resolves when both are done. */
  stop(): Promise<void>;
}

const fail = (response: ServerResponse, error: unknown): void => {
  console.error('sandbox: a request handler failed', error);
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
  response.end('The sandbox failed to answer; see its console.');
};

/**
 * Listens on loopback. Port 0 takes a free one. Requests that name another host are refused, so that no page can reach the sandbox
 * through a name of its own that resolves to loopback.
 */
export const startLoopbackServer = async (
  port: number,
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<LoopbackServer> => {
  const server = createServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '');
    if (host !== LOOPBACK && host !== 'localhost') {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('The sandbox answers to loopback names only.');
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
