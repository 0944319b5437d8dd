/** How long to wait before the first, and at most before any, attempt to open a broken line again. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;

/** What a socket line tells its owner. */
export interface SocketLineEvents {
  message(message: unknown): void;
  /** The line broke, or could not be opened. It is being opened again. */
  broken(): void;
}

/** A WebSocket that carries JSON, keeps what is sent before it is open, and opens itself again. */
export class SocketLine {
  readonly #url: string;
  readonly #events: SocketLineEvents;
  #socket: WebSocket | null = null;
  #unsent: string[] = [];
  #waitMs = FIRST_WAIT_MS;
  #closed = false;

  constructor(url: string, events: SocketLineEvents) {
    this.#url = url;
    this.#events = events;
    this.#open();
  }

  /** Sends a message, at once or when the line opens. What is unsent when the line breaks is dropped. */
  send(message: object): void {
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  /** Closes the line for good. */
  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#waitMs = FIRST_WAIT_MS;
      for (const text of this.#unsent) socket.send(text);
      this.#unsent = [];
    };
    socket.onmessage = ({ data }) => this.#events.message(JSON.parse(String(data)));
    socket.onclose = () => {
      this.#unsent = [];
      if (this.#closed) return;
      this.#events.broken();
      setTimeout(() => this.#open(), this.#waitMs);
      this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
    };
  }
}
