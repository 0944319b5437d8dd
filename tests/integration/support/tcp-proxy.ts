import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Handling of new connections: forwarded, cut, or accepted without a response. */
export type TcpMode = 'open' | 'cut' | 'silent';

/** Proxy of a server on loopback that simulates a failing network for one client. */
export class TcpProxy {
  mode: TcpMode = 'open';
  /** Number of connections so far. */
  connections = 0;
  readonly #server: Server;
  readonly #open = new Set<readonly [Socket, Socket | null]>();

  private constructor(targetPort: number) {
    this.#server = createServer((client) => this.#accept(client, targetPort));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy is not listening');
    return address.port;
  }

  /** Number of open connections. */
  get openConnections(): number {
    return this.#open.size;
  }

  /** Cuts every connection. */
  cut(): void {
    for (const [client, server] of this.#open) {
      client.destroy();
      server?.destroy();
    }
  }

  /** Keeps every connection open but forwards nothing. */
  freeze(): void {
    for (const [client, server] of this.#open) {
      client.unpipe();
      server?.unpipe();
    }
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.cut();
    await once(this.#server, 'close');
  }

  #accept(client: Socket, targetPort: number): void {
    this.connections += 1;
    client.on('error', () => undefined);
    if (this.mode === 'cut') {
      client.destroy();
      return;
    }
    const server = this.mode === 'open' ? connect(targetPort, '127.0.0.1') : null;
    const pair = [client, server] as const;
    this.#open.add(pair);
    client.on('close', () => {
      this.#open.delete(pair);
      server?.destroy();
    });
    server?.on('error', () => undefined);
    server?.on('close', () => client.destroy());
    if (server !== null) client.pipe(server).pipe(client);
    // Read and discarded; otherwise the end of the other side would not be detected.
    else client.resume();
  }
}
