import type { RelayWebSocket } from '../../../../adapters/walletconnect/relay-socket.js';

type Listener = Parameters<RelayWebSocket['addEventListener']>[1];

/** How a relay receives a connection: takes it, refuses it, never answers, or takes it and closes it with a code. */
export type TestDoor = 'open' | 'refused' | 'silent' | { readonly closeCode: number; readonly reason?: string };

/** A call that came over a connection. */
export interface TestCall {
  readonly id: string;
  readonly method: string;
  // Whatever the line sends; the tests compare it.
  readonly params: Readonly<Record<string, unknown>>;
}

/** Relays in memory behind any address, and the WebSockets that lead to them. Answers come without time passing. */
export class TestRelayServer {
  /** Connections asked for, oldest first. */
  readonly sockets: TestWebSocket[] = [];
  /** How connections are received, by the beginning of the address; `open` where nothing is said. */
  readonly doors = new Map<string, TestDoor>();
  /** What calls are answered: a result, an error text, or nothing. By default all goes well. */
  answer: (call: TestCall) => { readonly result: unknown } | { readonly error: string } | null = wellAnswered;

  /** For the relay under test. */
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
    if (last === undefined) throw new Error('Nobody connected.');
    return last;
  }

  /** How many connections are not closed. */
  get open(): number {
    return this.sockets.filter(({ readyState }) => readyState < 2).length;
  }

  /** Every call so far, oldest first. */
  get calls(): readonly TestCall[] {
    return this.sockets.flatMap(({ calls }) => calls);
  }

  door(url: string): TestDoor {
    return [...this.doors].find(([start]) => url.startsWith(start))?.[1] ?? 'open';
  }
}

const wellAnswered = ({ method, params }: TestCall): { readonly result: unknown } => ({
  result: method === 'irn_batchSubscribe' ? (params['topics'] as readonly string[]).map((topic) => `id of ${topic}`) : true,
});

/** A WebSocket to a relay in memory. */
export class TestWebSocket implements RelayWebSocket {
  readyState = 0;
  readonly url: string;
  readonly calls: TestCall[] = [];
  /** Frames that were no call: acknowledgements. */
  readonly frames: string[] = [];
  /** While true nothing crosses any more. */
  isFrozen = false;
  readonly #listeners: (readonly [string, Listener])[] = [];
  readonly #server: TestRelayServer;

  constructor(url: string, server: TestRelayServer) {
    this.url = url;
    this.#server = server;
    server.sockets.push(this);
    const door = server.door(url);
    if (door === 'silent') return;
    queueMicrotask(() => {
      if (door === 'refused') return this.#fail();
      this.readyState = 1;
      this.#tell('open');
      if (door !== 'open') this.end(door.closeCode, door.reason);
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
    const answer = this.isFrozen ? null : this.#server.answer(frame);
    if (answer === null) return;
    const body = 'result' in answer ? answer : { error: { code: -32000, message: answer.error } };
    queueMicrotask(() => this.say(JSON.stringify({ id: frame.id, jsonrpc: '2.0', ...body })));
  }

  /** The page closes it. */
  close(): void {
    this.end(1000);
  }

  /** The relay says something. */
  say(data: unknown): void {
    if (this.readyState === 1 && !this.isFrozen) this.#tell('message', { data });
  }

  /** The relay hands over an envelope. @param id as it stands in the frame */
  push(topic: string, message: string, { id = '1234567890123456789', publishedAt = 0 } = {}): void {
    this.say(
      `{"id":${id},"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"s","data":${JSON.stringify({ topic, message, publishedAt })}}}`,
    );
  }

  /** The connection ends. */
  end(code = 1006, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.#tell('close', { code, reason });
  }

  #fail(): void {
    this.#tell('error');
    this.end();
  }

  #tell(type: string, more: object = {}): void {
    for (const [heard, listener] of this.#listeners) if (heard === type) listener({ type, ...more });
  }
}
