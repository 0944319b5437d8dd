import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { WebSocket } from 'ws';

/** Connections from now on are accepted, are cut, or are accepted and never answered. */
export type Door = 'open' | 'cut' | 'silent';

/**
 * The network between one client and a relay of the same process: streams in memory instead of TCP, which the operating system delivers when it likes.
 * What was sent has arrived after a turn of the event loop or two, however busy the machine is.
 */
export class MemoryNetwork {
  door: Door = 'open';
  /** Number of connections so far. */
  connections = 0;
  readonly #accept: (stream: Duplex) => void;
  readonly #open = new Set<readonly [Duplex, Duplex]>();

  /** @param accept takes the relay's end of each connection */
  constructor(accept: (stream: Duplex) => void) {
    this.#accept = accept;
  }

  /** Number of connections that are open. */
  get open(): number {
    return this.#open.size;
  }

  /** Connects. @returns the client's end */
  dial(): Duplex {
    this.connections += 1;
    const pair = duplexPair();
    const [near, far] = pair;
    for (const stream of pair) stream.on('error', () => undefined);
    if (this.door === 'cut') {
      near.destroy();
      return near;
    }
    this.#open.add(pair);
    near.once('close', () => {
      this.#open.delete(pair);
      far.destroy();
    });
    far.once('close', () => near.destroy());
    if (this.door === 'open') this.#accept(far);
    // Read and thrown away.
    else far.resume();
    return near;
  }

  /** Breaks every connection. */
  cut(): void {
    for (const pair of this.#open) for (const stream of pair) stream.destroy();
  }
}

/** Networks in memory by the host of the relay. */
const ROUTES = new Map<string, MemoryNetwork>();

/** Sends connections to this host over a network in memory from now on. */
export const route = (host: string, network: MemoryNetwork): void => {
  ROUTES.set(host, network);
};

/** A WebSocket over the network in memory that is routed to its host, else over TCP. */
export class MemoryWebSocket extends WebSocket {
  constructor(url: string) {
    const network = ROUTES.get(new URL(url).hostname);
    // The streams have what a WebSocket uses of a socket.
    super(url, network === undefined ? {} : { createConnection: () => network.dial() as Socket });
  }
}
