import type { FromWindow, PageRequest, PageState, Reply, ToPage, ToWindow, WindowSnapshot } from './messages.js';
import { isObject } from './read-params.js';
import { Subscriptions } from './subscriptions.js';

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
interface PageHost {
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

/** A window that closes without an answer says no; a reload comes back within this time, on a busy machine too. */
const RELOAD_GRACE_MS = 2_000;

/** How often a window of the wallet's home looks at the balance. */
const BALANCE_MS = 2_000;

/** The wallet's end of a line to a page or a window. */
export interface Line {
  /** Takes a message from the other end. What is not one is ignored. */
  receive(message: unknown): void;
  /** The other end is gone. */
  close(): void;
}

/** What a window line is opened with. */
export interface WindowEnd {
  /** Id of the request the window was opened for; `null` for the wallet's home. */
  readonly question: string | null;
  send(message: ToWindow): void;
}

/** What the windows need of the wallet. */
export interface WindowHost {
  snapshot(question: string | null): WindowSnapshot;
  /** The message about the balance of the chosen account. */
  balance(): Promise<ToWindow>;
  obey(message: FromWindow): void;
  /** The window of this question is closed for good. */
  closed(question: string): void;
}

interface OpenWindow extends WindowEnd {
  sent: string;
}

/** The open windows of the wallet. */
export class WindowLines {
  readonly #host: WindowHost;
  readonly #open = new Set<OpenWindow>();

  constructor(host: WindowHost) {
    this.#host = host;
  }

  /** Opens the line to a window, which is told the state at once and after each change. */
  open(end: WindowEnd): Line {
    const { question, send } = end;
    const opened: OpenWindow = { question, send, sent: '' };
    this.#open.add(opened);
    this.#tell(opened);
    const timer = question === null ? setInterval(() => void this.#tellBalance(opened), BALANCE_MS) : undefined;
    return {
      // A window is the wallet's own code on the wallet's own origin, so its messages have the shape they claim.
      receive: (message) => this.#host.obey(message as FromWindow),
      close: () => {
        clearInterval(timer);
        this.#open.delete(opened);
        if (question !== null) setTimeout(() => this.#closeUnlessBack(question), RELOAD_GRACE_MS);
      },
    };
  }

  /** Tells every window what changed. */
  tell(): void {
    for (const opened of this.#open) this.#tell(opened);
  }

  #tell(opened: OpenWindow): void {
    const snapshot = this.#host.snapshot(opened.question);
    const text = JSON.stringify(snapshot);
    if (text === opened.sent) return;
    opened.sent = text;
    opened.send({ type: 'snapshot', snapshot });
    void this.#tellBalance(opened);
  }

  async #tellBalance(opened: OpenWindow): Promise<void> {
    const message = await this.#host.balance();
    if (this.#open.has(opened)) opened.send(message);
  }

  #closeUnlessBack(question: string): void {
    if ([...this.#open].every((opened) => opened.question !== question)) this.#host.closed(question);
  }
}
