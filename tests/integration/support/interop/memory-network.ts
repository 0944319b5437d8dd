import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { WebSocket } from 'ws';

/** Handling of new connections: accepted, cut, or accepted without a response. */
export type NetworkMode = 'open' | 'cut' | 'silent';

/**
 * In-memory network between one client and a relay in the same process. Unlike TCP, data arrives within a turn or two of the event loop on
 * any machine.
 */
export class MemoryNetwork {
  mode: NetworkMode = 'open';
  /** Number of connections so far. */
  connections = 0;
  readonly #accept: (stream: Duplex) => void;
  readonly #open = new Set<readonly [Duplex, Duplex]>();

  /** @param accept receives the relay's end of each connection */
  constructor(accept: (stream: Duplex) => void) {
    this.#accept = accept;
  }

  /** Number of open connections. */
  get openConnections(): number {
    return this.#open.size;
  }

  /** Opens a connection. @returns the client's end */
  dial(): Duplex {
    this.connections += 1;
    const pair = duplexPair();
    const [near, far] = pair;
    for (const stream of pair) stream.on('error', () => undefined);
    if (this.mode === 'cut') {
      near.destroy();
      return near;
    }
    this.#open.add(pair);
    near.once('close', () => {
      this.#open.delete(pair);
      far.destroy();
    });
    far.once('close', () => near.destroy());
    if (this.mode === 'open') this.#accept(far);
    // Read and discarded.
    else far.resume();
    return near;
  }

  /** Cuts every connection. */
  cut(): void {
    for (const pair of this.#open) for (const stream of pair) stream.destroy();
  }
}

/** In-memory networks by relay host. */
const ROUTES = new Map<string, MemoryNetwork>();

/** Routes later connections to a host over an in-memory network. */
export const addRoute = (host: string, network: MemoryNetwork): void => {
  ROUTES.set(host, network);
};

/** A WebSocket over the in-memory network of its host, or over TCP without one. */
export class MemoryWebSocket extends WebSocket {
  constructor(url: string) {
    const network = ROUTES.get(new URL(url).hostname);
    // The streams have the members that a WebSocket uses of a socket.
    super(url, network === undefined ? {} : { createConnection: () => network.dial() as Socket });
  }
}
