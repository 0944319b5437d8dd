import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to connections that come from now on: they pass, are cut, or are taken and never answered. */
export type TcpDoor = 'open' | 'cut' | 'silent';

/** Stands before a server on loopback and treats the connections of one client as bad networks do. */
export class TcpProxy {
  door: TcpDoor = 'open';
  /** How many connections came. */
  connections = 0;
  readonly #server: Server;
  readonly #open = new Set<readonly [Socket, Socket | null]>();

  private constructor(targetPort: number) {
    this.#server = createServer((client) => this.#take(client, targetPort));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy does not listen.');
    return address.port;
  }

  /** How many connections stand. */
  get open(): number {
    return this.#open.size;
  }

  /** Breaks every connection. */
  cut(): void {
    for (const [client, server] of this.#open) {
      client.destroy();
      server?.destroy();
    }
  }

  /** Leaves every connection open and lets nothing pass any more. */
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

  #take(client: Socket, targetPort: number): void {
    this.connections += 1;
    client.on('error', () => undefined);
    if (this.door === 'cut') {
      client.destroy();
      return;
    }
    const server = this.door === 'open' ? connect(targetPort, '127.0.0.1') : null;
    const pair = [client, server] as const;
    this.#open.add(pair);
    client.on('close', () => {
      this.#open.delete(pair);
      server?.destroy();
    });
    server?.on('error', () => undefined);
    server?.on('close', () => client.destroy());
    if (server !== null) client.pipe(server).pipe(client);
    // Read and thrown away: otherwise it would not be seen that the other side has left.
    else client.resume();
  }
}
