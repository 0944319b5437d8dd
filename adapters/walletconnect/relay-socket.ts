import type { Clock } from '../../application/ports/clock.port.js';
import { requestWithTimeout } from '../../application/shared/request-with-timeout.js';
import { acknowledgementFrame, callFrame, type Push, readFrame } from './relay-frames.js';

/** The members of a WebSocket in use. Those of browsers, Node 22 and the package `ws` fit. */
export interface RelayWebSocket {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  /** Closes without a closing handshake; only in the package `ws`. */
  terminate?(): void;
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: { readonly type: string; readonly data?: unknown; readonly code?: number; readonly reason?: string }) => void,
  ): void;
}

/** Constructor of WebSockets. */
export type RelayWebSocketConstructor = new (url: string) => RelayWebSocket;

/** The connection was closed. `code` is that of the close event, or 0 if this side closed it. */
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

/** JSON-RPC error response of the relay. */
export class RelayRefusal extends Error {
  override readonly name = 'RelayRefusal';
}

/** Handlers of a socket's events. */
export interface SocketListener {
  readonly onPush: (push: Push, socket: RelaySocket) => void;
  /** Called once, unless this side closed the connection. */
  readonly onClose: (closed: SocketClosed, socket: RelaySocket) => void;
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const OPEN = 1;

/** Maximum number of topics in one call. */
const MAX_BATCH_SIZE = 500;

/** Ids per millisecond in the relay's id format. */
const ID_ENTROPY = 1_000_000n;

/** WebSocket connection to a relay: JSON-RPC calls and pushed messages. Invalid frames are ignored. */
export class RelaySocket {
  /** Resolves when the connection is open. Rejects with {@link SocketClosed}. */
  readonly opened: Promise<void>;
  /** Subscription ids of this connection, by topic. */
  readonly subscriptions = new Map<string, string>();
  readonly #socket: RelayWebSocket;
  readonly #clock: Clock;
  readonly #listener: SocketListener;
  readonly #calls = new Map<string, PendingCall>();
  #open: PendingCall = { resolve: () => undefined, reject: () => undefined };
  #closed: SocketClosed | null = null;
  #lastReceivedAt: number;

  constructor(socket: RelayWebSocket, clock: Clock, listener: SocketListener) {
    this.#socket = socket;
    this.#clock = clock;
    this.#listener = listener;
    this.#lastReceivedAt = clock.now();
    this.opened = new Promise((resolve, reject) => {
      this.#open = { resolve: () => resolve(), reject };
    });
    this.opened.catch(() => undefined);
    socket.addEventListener('open', () => this.#open.resolve(undefined));
    socket.addEventListener('message', ({ data }) => this.#onMessage(data));
    socket.addEventListener('close', ({ code = 0, reason = '' }) => this.#markClosed(new SocketClosed(code, String(reason)), true));
    // A close event follows. Without a listener, Node would report the error as uncaught.
    socket.addEventListener('error', () => undefined);
  }

  /** Reason for the close; `null` while the connection is open. */
  get closed(): SocketClosed | null {
    return this.#closed;
  }

  /** Time of the last incoming frame, in milliseconds since 1970. */
  get lastReceivedAt(): number {
    return this.#lastReceivedAt;
  }

  /**
   * Calls the relay.
   * @throws SocketClosed, RelayRefusal, TimeoutError, or the signal's reason
   */
  request(method: string, params: unknown, timeoutMs: number, signal: AbortSignal): Promise<unknown> {
    return requestWithTimeout(timeoutMs, this.#clock, signal, (callSignal) => this.#call(method, params, callSignal));
  }

  /**
   * Subscribes topics. The messages in their mailboxes are delivered first.
   * @throws like {@link request}
   */
  async subscribe(topics: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<void> {
    for (let from = 0; from < topics.length; from += MAX_BATCH_SIZE) {
      const batch = topics.slice(from, from + MAX_BATCH_SIZE);
      const ids = await this.request('irn_batchSubscribe', { topics: batch }, timeoutMs, signal);
      for (const [index, topic] of batch.entries()) this.subscriptions.set(topic, Array.isArray(ids) ? String(ids[index]) : '');
    }
  }

  /** Acknowledges a push. No effect once the connection is closed. */
  acknowledge(id: string): void {
    this.#send(acknowledgementFrame(id));
  }

  /** Closes the connection and rejects pending calls. */
  close(): void {
    this.#markClosed(new SocketClosed(0, ''), false);
    try {
      // A closing handshake with an unresponsive relay would keep a Node process alive for half a minute.
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

  /** The time in milliseconds, followed by six random digits: other tabs make calls with the same client id. */
  #id(): string {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    const id = String(BigInt(this.#clock.now()) * ID_ENTROPY + (BigInt(random) % ID_ENTROPY));
    return this.#calls.has(id) ? this.#id() : id;
  }

  #send(frame: string): void {
    try {
      if (this.#socket.readyState === OPEN) this.#socket.send(frame);
    } catch {
      // The socket is changing its state. Its close event follows.
    }
  }

  #onMessage(data: unknown): void {
    this.#lastReceivedAt = this.#clock.now();
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

  #markClosed(closed: SocketClosed, isRemote: boolean): void {
    if (this.#closed !== null) return;
    this.#closed = closed;
    this.#open.reject(closed);
    for (const call of this.#calls.values()) call.reject(closed);
    this.#calls.clear();
    if (isRemote) this.#listener.onClose(closed, this);
  }
}
