/** Initial and maximum delay before reconnecting. */
const INITIAL_DELAY_MS = 250;
const MAX_DELAY_MS = 4_000;

/** Events of {@link ReconnectingSocket}. */
export interface ReconnectingSocketEvents {
  message(message: unknown): void;
  /** The connection was lost or could not be opened. It will be retried. */
  disconnected(): void;
}

/** A WebSocket for JSON that queues messages until it is open and reconnects automatically. */
export class ReconnectingSocket {
  readonly #url: string;
  readonly #events: ReconnectingSocketEvents;
  #socket: WebSocket | null = null;
  #unsent: string[] = [];
  #delayMs = INITIAL_DELAY_MS;
  #closed = false;

  constructor(url: string, events: ReconnectingSocketEvents) {
    this.#url = url;
    this.#events = events;
    this.#open();
  }

  /** Sends a message now or once connected. Queued messages are dropped when the connection is lost. */
  send(message: object): void {
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
    else this.#unsent.push(text);
  }

  /** Closes the connection permanently. */
  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delayMs = INITIAL_DELAY_MS;
      for (const text of this.#unsent) socket.send(text);
      this.#unsent = [];
    };
    socket.onmessage = ({ data }) => this.#events.message(JSON.parse(String(data)));
    socket.onclose = () => {
      this.#unsent = [];
      if (this.#closed) return;
      this.#events.disconnected();
      setTimeout(() => this.#open(), this.#delayMs);
      this.#delayMs = Math.min(this.#delayMs * 2, MAX_DELAY_MS);
    };
  }
}
