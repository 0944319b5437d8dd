import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

/** Stands before a node on loopback, so that a test can take the node away from the page but not from itself. */
export class RpcProxy {
  /** While true, every connection is cut. */
  down = false;
  /** Methods that came through, oldest first, those of one list one after the other; paths where there are no methods. */
  readonly methods: string[] = [];
  /** How many HTTP requests and messages by socket came through. */
  requests = 0;
  /** How many HTTP requests wait for their answer. */
  underWay = 0;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(target: string): Promise<RpcProxy> {
    const server = createServer((request, response) => {
      proxy.underWay += 1;
      response.once('close', () => {
        proxy.underWay -= 1;
      });
      if (proxy.down) {
        request.socket.destroy();
        return;
      }
      const { method = 'GET', url = '/' } = request;
      read(request)
        .then((body) => {
          proxy.#record(body === '' || !/^[[{]/.test(body) ? url : body);
          // A node may close an idle line just when it is used again.
          const headers = { 'content-type': request.headers['content-type'] ?? '', connection: 'close' };
          return fetch(`${target}${url === '/' ? '' : url}`, { method, headers, ...(method === 'POST' ? { body } : {}) });
        })
        .then(async (answer) => response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()))
        .catch(() => response.writeHead(502).end());
    });
    const proxy = new RpcProxy(server);
    server.on('upgrade', (request, socket, head) => {
      proxy.#sockets.handleUpgrade(request, socket, head, (page) => proxy.#pass(page, new WebSocket(target.replace(/^http/, 'ws'))));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    // A listening TCP server has an AddressInfo.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Counts from now on. */
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

  #record(asked: string): void {
    this.requests += 1;
    if (asked.startsWith('/')) this.methods.push(asked);
    else for (const { method } of [JSON.parse(asked)].flat()) this.methods.push(method);
  }

  #pass(page: WebSocket, node: WebSocket): void {
    const opened = once(node, 'open');
    page.on('message', (data) => {
      const text = String(data);
      this.#record(text);
      void opened.then(() => node.send(text));
    });
    node.on('message', (data) => page.send(String(data)));
    node.on('error', () => page.terminate());
    node.on('close', () => page.close());
    page.on('close', () => node.close());
  }
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  // A request without an encoding gives its chunks as buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};
