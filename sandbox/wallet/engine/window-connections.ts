import type { FromWindow, PageRequest, PageState, Reply, ToPage, ToWindow, WindowSnapshot } from './messages.js';
import { isObject } from './read-params.js';
import { Subscriptions } from './subscriptions.js';

/** Options of a page connection. */
export interface PageEndpoint {
  /** Origin of the site, as sent by the browser. */
  readonly origin: string;
  send(message: ToPage): void;
  /** Drops the connection from the wallet's side. */
  drop(): void;
}

/** The page of a request. */
export interface RequestingPage extends Pick<PageEndpoint, 'origin' | 'drop'> {
  readonly subscriptions: Subscriptions;
}

/** Callbacks of the page connections. */
interface PageHost {
  pageState(origin: string): PageState;
  /** Handles a request; `null` means that no response is ever sent. */
  handleRequest(request: PageRequest, page: RequestingPage): Promise<Reply | null>;
  /** Called when the requesting page is closed. */
  abandon(id: string): void;
}

interface OpenPage extends PageEndpoint {
  readonly pendingIds: Set<string>;
  sent: string;
}

const isRequest = (message: unknown): message is PageRequest =>
  isObject(message) && message['type'] === 'request' && typeof message['id'] === 'string' && typeof message['method'] === 'string';

/** Connections to the open pages of all sites. */
export class PageConnections {
  readonly #host: PageHost;
  readonly #open = new Set<OpenPage>();

  constructor(host: PageHost) {
    this.#host = host;
  }

  /** Opens the connection to a page. It receives the current state and every change. */
  open(endpoint: PageEndpoint): Connection {
    const { origin, send, drop } = endpoint;
    const opened: OpenPage = { origin, send, drop, pendingIds: new Set(), sent: '' };
    const subscriptions = new Subscriptions((data) => send({ type: 'message', message: { type: 'eth_subscription', data } }));
    this.#open.add(opened);
    this.#notify(opened);
    return {
      receive: (message) => {
        if (isRequest(message)) void this.#handleRequest(message, opened, subscriptions);
      },
      close: () => {
        this.#open.delete(opened);
        subscriptions.stopAll();
        for (const id of opened.pendingIds) this.#host.abandon(id);
      },
    };
  }

  /** Sends every page its state, if it changed. */
  notify(): void {
    for (const opened of this.#open) this.#notify(opened);
  }

  /** Drops all connections. */
  dropAll(): void {
    for (const opened of [...this.#open]) opened.drop();
  }

  async #handleRequest(request: PageRequest, opened: OpenPage, subscriptions: Subscriptions): Promise<void> {
    opened.pendingIds.add(request.id);
    const reply = await this.#host.handleRequest(request, { origin: opened.origin, drop: opened.drop, subscriptions });
    if (reply === null || !this.#open.has(opened)) return;
    opened.pendingIds.delete(request.id);
    opened.send(reply);
  }

  #notify(opened: OpenPage): void {
    const state = this.#host.pageState(opened.origin);
    const text = JSON.stringify(state);
    if (text === opened.sent) return;
    opened.sent = text;
    opened.send({ type: 'state', state });
  }
}

/** A closed window rejects its prompt, unless it reconnects within this time after a reload. */
const RELOAD_GRACE_MS = 2_000;

/** Polling interval of the balance in the wallet's home. */
const BALANCE_MS = 2_000;

/** The wallet's side of a connection to a page or window. */
export interface Connection {
  /** Handles a message. Invalid messages are ignored. */
  receive(message: unknown): void;
  /** Called when the other side has disconnected. */
  close(): void;
}

/** Options of a window connection. */
export interface WindowEndpoint {
  /** Id of the request that the window was opened for; `null` for the wallet's home. */
  readonly prompt: string | null;
  send(message: ToWindow): void;
}

/** Callbacks of the window connections. */
export interface WindowHost {
  snapshot(prompt: string | null): WindowSnapshot;
  /** Returns the message with the balance of the selected account. */
  balance(): Promise<ToWindow>;
  handle(message: FromWindow): void;
  /** Called when the window of this prompt was closed and did not reconnect. */
  closed(prompt: string): void;
}

interface OpenWindow extends WindowEndpoint {
  sent: string;
}

/** Connections to the open windows of the wallet. */
export class WindowConnections {
  readonly #host: WindowHost;
  readonly #open = new Set<OpenWindow>();

  constructor(host: WindowHost) {
    this.#host = host;
  }

  /** Opens the connection to a window. It receives the current state and every change. */
  open(endpoint: WindowEndpoint): Connection {
    const { prompt, send } = endpoint;
    const opened: OpenWindow = { prompt, send, sent: '' };
    this.#open.add(opened);
    this.#notify(opened);
    const timer = prompt === null ? setInterval(() => void this.#sendBalance(opened), BALANCE_MS) : undefined;
    return {
      // Windows run the wallet's own code on its own origin, so their messages are trusted.
      receive: (message) => this.#host.handle(message as FromWindow),
      close: () => {
        clearInterval(timer);
        this.#open.delete(opened);
        if (prompt !== null) setTimeout(() => this.#closeUnlessReconnected(prompt), RELOAD_GRACE_MS);
      },
    };
  }

  /** Sends every window its state, if it changed. */
  notify(): void {
    for (const opened of this.#open) this.#notify(opened);
  }

  #notify(opened: OpenWindow): void {
    const snapshot = this.#host.snapshot(opened.prompt);
    const text = JSON.stringify(snapshot);
    if (text === opened.sent) return;
    opened.sent = text;
    opened.send({ type: 'snapshot', snapshot });
    void this.#sendBalance(opened);
  }

  async #sendBalance(opened: OpenWindow): Promise<void> {
    const message = await this.#host.balance();
    if (this.#open.has(opened)) opened.send(message);
  }

  #closeUnlessReconnected(prompt: string): void {
    if ([...this.#open].every((opened) => opened.prompt !== prompt)) this.#host.closed(prompt);
  }
}
