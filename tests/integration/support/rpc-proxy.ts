import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a node on loopback, so that a test can take the node away from the page but not from itself. */
export class RpcProxy {
  /** While true, every connection is cut. */
  down = false;
  /** Methods that came through, oldest first; those of one list one after the other. */
  readonly methods: string[] = [];
  /** How many HTTP requests came through. */
  requests = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string): Promise<RpcProxy> {
    const server = createServer((request, response) => {
      if (proxy.down) {
        request.socket.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const asked = JSON.parse(body);
        proxy.requests += 1;
        for (const { method } of Array.isArray(asked) ? asked : [asked]) proxy.methods.push(method);
        fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
          .then((answer) => answer.text())
          .then(
            (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
            () => response.writeHead(502).end(),
          );
      });
    });
    const proxy = new RpcProxy(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
