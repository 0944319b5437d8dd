import type { RelayWebSocket } from '../../../../adapters/walletconnect/relay-socket.js';

type Listener = Parameters<RelayWebSocket['addEventListener']>[1];

/** Handling of a connection: accepted, refused, pending, or accepted and closed with a code. */
export type TestConnectionMode = 'open' | 'refused' | 'silent' | { readonly closeCode: number; readonly reason?: string };

/** A JSON-RPC call of a connection. */
export interface TestCall {
  readonly id: string;
  readonly method: string;
  // Compared by the tests.
  readonly params: Readonly<Record<string, unknown>>;
}

/** In-memory relays behind any URL, and the WebSockets to them. Responses take no time. */
export class TestRelayServer {
  /** Attempted connections, oldest first. */
  readonly sockets: TestWebSocket[] = [];
  /** Handling of connections by URL prefix; default `open`. */
  readonly modes = new Map<string, TestConnectionMode>();
  /** Responses to calls: a result, an error text, or none. By default every call succeeds. */
  respond: (call: TestCall) => { readonly result: unknown } | { readonly error: string } | null = defaultResponse;

  /** The constructor for the relay under test. */
  readonly WebSocket: new (
    url: string,
  ) => RelayWebSocket;

  constructor() {
    const server = this;
    this.WebSocket = class extends TestWebSocket {
      constructor(url: string) {
        super(url, server);
      }
    };
  }

  get last(): TestWebSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error('No connection');
    return last;
  }

  /** Number of connections that are not closed. */
  get openCount(): number {
    return this.sockets.filter(({ readyState }) => readyState < 2).length;
  }

  /** Every call so far, oldest first. */
  get calls(): readonly TestCall[] {
    return this.sockets.flatMap(({ calls }) => calls);
  }

  modeOf(url: string): TestConnectionMode {
    return [...this.modes].find(([start]) => url.startsWith(start))?.[1] ?? 'open';
  }
}

const defaultResponse = ({ method, params }: TestCall): { readonly result: unknown } => ({
  result: method === 'irn_batchSubscribe' ? (params['topics'] as readonly string[]).map((topic) => `id of ${topic}`) : true,
});

/** A WebSocket to an in-memory relay. */
export class TestWebSocket implements RelayWebSocket {
  readyState = 0;
  readonly url: string;
  readonly calls: TestCall[] = [];
  /** Frames that are not calls: acknowledgements. */
  readonly frames: string[] = [];
  /** Drops everything in both directions. */
  isFrozen = false;
  readonly #listeners: (readonly [string, Listener])[] = [];
  readonly #server: TestRelayServer;

  constructor(url: string, server: TestRelayServer) {
    this.url = url;
    this.#server = server;
    server.sockets.push(this);
    const mode = server.modeOf(url);
    if (mode === 'silent') return;
    queueMicrotask(() => {
      if (mode === 'refused') return this.#fail();
      this.readyState = 1;
      this.#dispatch('open');
      if (mode !== 'open') this.finishClose(mode.closeCode, mode.reason);
    });
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.push([type, listener]);
  }

  send(data: string): void {
    if (this.readyState !== 1) throw new DOMException('Still in CONNECTING state', 'InvalidStateError');
    const frame = JSON.parse(data);
    if (typeof frame.method !== 'string') {
      this.frames.push(data);
      return;
    }
    this.calls.push(frame);
    const response = this.isFrozen ? null : this.#server.respond(frame);
    if (response === null) return;
    const body = 'result' in response ? response : { error: { code: -32000, message: response.error } };
    queueMicrotask(() => this.receive(JSON.stringify({ id: frame.id, jsonrpc: '2.0', ...body })));
  }

  /** Closed by the page. */
  close(): void {
    this.finishClose(1000);
  }

  /** Delivers a frame from the relay. */
  receive(data: unknown): void {
    if (this.readyState === 1 && !this.isFrozen) this.#dispatch('message', { data });
  }

  /** Delivers an envelope. @param id as written in the frame */
  push(topic: string, message: string, { id = '1234567890123456789', publishedAt = 0 } = {}): void {
    this.receive(
      `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"s","data":${JSON.stringify({ topic, message, publishedAt })}}}`,
    );
  }

  /** Closes the connection from the relay’s side. */
  finishClose(code = 1006, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#dispatch('close', { code, reason });
  }

  #fail(): void {
    this.#dispatch('error');
    this.finishClose();
  }

  #dispatch(type: string, details: object = {}): void {
    for (const [listenedType, listener] of this.#listeners) if (listenedType === type) listener({ type, ...details });
  }
}
