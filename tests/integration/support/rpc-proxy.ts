import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** Proxy of a node on loopback, by which a test can disconnect the page from the node but not itself. */
export class RpcProxy {
  /** While true, every connection is cut. */
  isDown = false;
  /** Forwarded methods, oldest first, with those of a batch in order; paths if there are no methods. */
  readonly methods: string[] = [];
  /** Number of forwarded HTTP requests and WebSocket messages. */
  requests = 0;
  /** Number of pending HTTP requests. */
  pendingRequests = 0;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string): Promise<RpcProxy> {
    const server = createServer((request, response) => {
      proxy.pendingRequests += 1;
      response.once('close', () => {
        proxy.pendingRequests -= 1;
      });
      if (proxy.isDown) {
        request.socket.destroy();
        return;
      }
      const { method = 'GET', url = '/' } = request;
      read(request)
        .then((body) => {
          proxy.#record(body === '' || !/^[[{]/.test(body) ? url : body);
          // A node may close an idle connection just when it is reused.
          const headers = { 'content-type': request.headers['content-type'] ?? '', connection: 'close' };
          return fetch(`${target}${url === '/' ? '' : url}`, { method, headers, ...(method === 'POST' ? { body } : {}) });
        })
        .then(async (upstream) => response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text()))
        .catch(() => response.writeHead(502).end());
    });
    const proxy = new RpcProxy(server);
    server.on('upgrade', (request, socket, head) => {
      proxy.#sockets.handleUpgrade(request, socket, head, (page) => proxy.#forward(page, new WebSocket(target.replace(/^http/, 'ws'))));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    // A listening TCP server has an address.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resets the counts. */
  reset(): void {
    this.methods.length = 0;
    this.requests = 0;
  }

  async stop(): Promise<void> {
    for (const page of this.#sockets.clients) page.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #record(body: string): void {
    this.requests += 1;
    if (body.startsWith('/')) this.methods.push(body);
    else for (const { method } of [JSON.parse(body)].flat()) this.methods.push(method);
  }

  #forward(client: WebSocket, node: WebSocket): void {
    const opened = once(node, 'open');
    client.on('message', (data) => {
      const text = String(data);
      this.#record(text);
      void opened.then(() => node.send(text));
    });
    node.on('message', (data) => client.send(String(data)));
    node.on('error', () => client.terminate());
    node.on('close', () => client.close());
    client.on('close', () => node.close());
  }
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  // Without an encoding, the chunks are buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};
