import type { WebSocket } from 'ws';
import type { RemoteCommand } from '../remote-wallet/remote-command.js';
import type { FromWalletPage, ToWalletPage } from './page-line.js';

/** How long a command waits for a page to open. */
const OPENING_MS = 15_000;

interface Waiting {
  readonly socket: WebSocket;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The open wallet pages; the wallet lives in the one that was opened last. */
export class PageLines {
  readonly #open = new Set<WebSocket>();
  readonly #waiting = new Map<number, Waiting>();
  #arrivals: readonly (() => void)[] = [];
  #lastId = 0;

  /** Takes the line of a page. */
  add(socket: WebSocket): void {
    this.#open.add(socket);
    socket.on('message', (data) => this.#settle(JSON.parse(String(data))));
    socket.on('close', () => {
      this.#open.delete(socket);
      for (const [id, waiting] of this.#waiting) {
        if (waiting.socket !== socket) continue;
        this.#waiting.delete(id);
        waiting.reject(new Error('The wallet page went away.'));
      }
    });
    const arrivals = this.#arrivals;
    this.#arrivals = [];
    for (const arrived of arrivals) arrived();
  }

  /**
   * Runs a command in the page that was opened last, or in the next one that opens.
   * @throws Error when the wallet cannot do it, or no page is open
   */
  async run(command: RemoteCommand): Promise<unknown> {
    const socket = await this.#latest();
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { socket, resolve, reject });
      socket.send(JSON.stringify({ id, command } satisfies ToWalletPage));
    });
  }

  /** Closes every line. */
  stop(): void {
    for (const socket of this.#open) socket.terminate();
  }

  #latest(): Promise<WebSocket> {
    const latest = [...this.#open].at(-1);
    if (latest !== undefined) return Promise.resolve(latest);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#arrivals = this.#arrivals.filter((one) => one !== arrived);
        reject(new Error('No wallet page is open.'));
      }, OPENING_MS);
      const arrived = (): void => {
        clearTimeout(timer);
        resolve(this.#latest());
      };
      this.#arrivals = [...this.#arrivals, arrived];
    });
  }

  /** The page is the wallet's own, so its messages have the shape they claim. */
  #settle(message: FromWalletPage): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('error' in message) waiting?.reject(new Error(message.error));
    else waiting?.resolve(message.result);
  }
}
