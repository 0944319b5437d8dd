import type { Clock } from '../../application/ports/clock.port.js';
import { askWithin } from '../../application/shared/ask-within.js';
import { acknowledgementFrame, callFrame, type Push, readFrame } from './relay-frames.js';

/** The part of a WebSocket that is used; that of browsers, Node 22 and the package `ws` fit. */
export interface RelayWebSocket {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  /** Ends the connection without waiting for the other side, where there is such a thing. */
  terminate?(): void;
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: { readonly type: string; readonly data?: unknown; readonly code?: number; readonly reason?: string }) => void,
  ): void;
}

/** How WebSockets are made. */
export type RelayWebSocketConstructor = new (url: string) => RelayWebSocket;

/** The connection ended. `code` is that of the close event, 0 when we ended it. */
export class SocketClosed extends Error {
  override readonly name = 'SocketClosed';
  readonly code: number;
  readonly reason: string;

  constructor(code: number, reason: string) {
    super(`The connection to the relay was closed (${code})`);
    this.code = code;
    this.reason = reason;
  }
}

/** The relay answered a call with an error. */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal';
}

/** Who hears of what comes by itself. */
export interface SocketListener {
  readonly onPush: (push: Push, socket: RelaySocket) => void;
  /** Once, unless we closed it ourselves. */
  readonly onClose: (closed: SocketClosed, socket: RelaySocket) => void;
}

interface Call {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const OPEN = 1;

/** The most topics that one call may name. */
const BATCH = 500;

/** How many ids the relay's convention leaves to each millisecond. */
const ID_ENTROPY = 1_000_000n;

/** One connection to a relay: JSON-RPC calls with their answers, and pushes. Whatever comes over it, nothing throws. */
export class RelaySocket {
  /** Resolves when the connection stands. Rejects with {@link SocketClosed}. */
  readonly opened: Promise<void>;
  /** Id of each subscription made over this connection, by topic. */
  readonly subscriptions = new Map<string, string>();
  readonly #socket: RelayWebSocket;
  readonly #clock: Clock;
  readonly #listener: SocketListener;
  readonly #calls = new Map<string, Call>();
  #open: Call = { resolve: () => undefined, reject: () => undefined };
  #closed: SocketClosed | null = null;
  #heardAt: number;

  constructor(socket: RelayWebSocket, clock: Clock, listener: SocketListener) {
    this.#socket = socket;
    this.#clock = clock;
    this.#listener = listener;
    this.#heardAt = clock.now();
    this.opened = new Promise((resolve, reject) => {
      this.#open = { resolve: () => resolve(), reject };
    });
    this.opened.catch(() => undefined);
    socket.addEventListener('open', () => this.#open.resolve(undefined));
    socket.addEventListener('message', ({ data }) => this.#hear(data));
    socket.addEventListener('close', ({ code = 0, reason = '' }) => this.#end(new SocketClosed(code, String(reason)), true));
    // A socket that fails also closes; without a listener Node would take the error for uncaught.
    socket.addEventListener('error', () => undefined);
  }

  /** Why it ended; `null` while it stands. */
  get closed(): SocketClosed | null {
    return this.#closed;
  }

  /** When something last came over it. Milliseconds since 1970. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /**
   * Calls the relay.
   * @throws SocketClosed, RelayRefusal, TimeoutError, or the signal's reason
   */
  request(method: string, params: unknown, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    return askWithin(timeoutMs, this.#clock, signal, (asked) => this.#call(method, params, asked));
  }

  /**
   * Takes messages of topics from now on, those that wait for them first.
   * @throws like {@link request}
   */
  async subscribe(topics: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void> {
    for (let from = 0; from < topics.length; from += BATCH) {
      const batch = topics.slice(from, from + BATCH);
      const ids = await this.request('irn_batchSubscribe', { topics: batch }, timeoutMs, signal);
      for (const [index, topic] of batch.entries()) this.subscriptions.set(topic, Array.isArray(ids) ? String(ids[index]) : '');
    }
  }

  /** Says that a push was taken. Without effect once the connection has ended. */
  acknowledge(id: string): void {
    this.#send(acknowledgementFrame(id));
  }

  /** Ends the connection; open calls are rejected. */
  close(): void {
    this.#end(new SocketClosed(0, ''), false);
    try {
      // A closing handshake with a relay that is gone would keep Node's process alive for half a minute.
      if (this.#socket.terminate === undefined) this.#socket.close();
      else this.#socket.terminate();
    } catch {
      // It is closed already.
    }
  }

  #call(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(this.#closed);
      const id = this.#id();
      this.#calls.set(id, { resolve, reject });
      signal.addEventListener('abort', () => this.#calls.delete(id), { once: true });
      this.#send(callFrame(id, method, params));
    });
  }

  /** The time in milliseconds, then six random digits: other tabs call under the same client id. */
  #id(): string {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    const id = String(BigInt(this.#clock.now()) * ID_ENTROPY + (BigInt(random) % ID_ENTROPY));
    return this.#calls.has(id) ? this.#id() : id;
  }

  #send(frame: string): void {
    try {
      if (this.#socket.readyState === OPEN) this.#socket.send(frame);
    } catch {
      // Between two states of the socket; its close event follows.
    }
  }

  #hear(data: unknown): void {
    this.#heardAt = this.#clock.now();
    const frame = this.#closed === null ? readFrame(data) : null;
    if (frame === null) return;
    if (frame.type === 'push') {
      this.#listener.onPush(frame.push, this);
      return;
    }
    const call = this.#calls.get(frame.id);
    this.#calls.delete(frame.id);
    if (frame.type === 'result') call?.resolve(frame.result);
    else call?.reject(new RelayRefusal(frame.message));
  }

  #end(closed: SocketClosed, isByOther: boolean): void {
    if (this.#closed !== null) return;
    this.#closed = closed;
    this.#open.reject(closed);
    for (const call of this.#calls.values()) call.reject(closed);
    this.#calls.clear();
    if (isByOther) this.#listener.onClose(closed, this);
  }
}
