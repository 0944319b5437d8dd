import type { PageRequest, PageState, Reply, ToPage } from './messages.js';
import { isObject } from './read-params.js';
import { Subscriptions } from './subscriptions.js';
import type { Line } from './window-lines.js';

/** What a page line is opened with. */
export interface PageEnd {
  /** The site, as the browser names it: scheme, host and port. */
  readonly origin: string;
  send(message: ToPage): void;
  /** Breaks the line from the wallet's side. */
  drop(): void;
}

/** The page that a request came from. */
export interface AskingPage extends Pick<PageEnd, 'origin' | 'drop'> {
  readonly subscriptions: Subscriptions;
}

/** What the pages need of the wallet. */
export interface PageHost {
  pageState(origin: string): PageState;
  /** Answers a request; `null` is silence for ever. */
  answer(request: PageRequest, page: AskingPage): Promise<Reply | null>;
  /** The page that asked is gone. */
  abandon(id: string): void;
}

interface OpenPage extends PageEnd {
  readonly unanswered: Set<string>;
  sent: string;
}

const isRequest = (message: unknown): message is PageRequest =>
  isObject(message) && message['type'] === 'request' && typeof message['id'] === 'string' && typeof message['method'] === 'string';

/** The open pages of all sites. */
export class PageLines {
  readonly #host: PageHost;
  readonly #open = new Set<OpenPage>();

  constructor(host: PageHost) {
    this.#host = host;
  }

  /** Opens the line to a page, which is told the state at once and after each change. */
  open(end: PageEnd): Line {
    const { origin, send, drop } = end;
    const opened: OpenPage = { origin, send, drop, unanswered: new Set(), sent: '' };
    const subscriptions = new Subscriptions((data) => send({ type: 'message', message: { type: 'eth_subscription', data } }));
    this.#open.add(opened);
    this.#tell(opened);
    return {
      receive: (message) => {
        if (isRequest(message)) void this.#answer(message, opened, subscriptions);
      },
      close: () => {
        this.#open.delete(opened);
        subscriptions.stopAll();
        for (const id of opened.unanswered) this.#host.abandon(id);
      },
    };
  }

  /** Tells every page what changed. */
  tell(): void {
    for (const opened of this.#open) this.#tell(opened);
  }

  /** Breaks every line. */
  dropAll(): void {
    for (const opened of [...this.#open]) opened.drop();
  }

  async #answer(request: PageRequest, opened: OpenPage, subscriptions: Subscriptions): Promise<void> {
    opened.unanswered.add(request.id);
    const reply = await this.#host.answer(request, { origin: opened.origin, drop: opened.drop, subscriptions });
    if (reply === null || !this.#open.has(opened)) return;
    opened.unanswered.delete(request.id);
    opened.send(reply);
  }

  #tell(opened: OpenPage): void {
    const state = this.#host.pageState(opened.origin);
    const text = JSON.stringify(state);
    if (text === opened.sent) return;
    opened.sent = text;
    opened.send({ type: 'state', state });
  }
}
