import type { BrowserContext, Page } from '@playwright/test';

/** A text that a page handed to a WebSocket, or got of one. */
export interface Frame {
  readonly direction: 'sent' | 'received';
  readonly page: string;
  readonly socket: string;
  readonly text: string;
}

/** What a call to the relay may name. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
const MEMBERS: ReadonlySet<string> = new Set([
  'topic',
  'topics',
  'message',
  'ttl',
  'prompt',
  'tag',
  'attestation',
  'id',
  'ids',
  'pairingTopic',
  'sessionTopic',
  'sessionProposal',
  'sessionProposalResponse',
  'sessionSettlementRequest',
  'subscriptions',
]);

/** Everything that the pages of a context say over the network, from the moment they are opened. */
export class WireTap {
  readonly #frames: Frame[] = [];
  readonly #origins = new Set<string>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#reached(request.url()));
    context.on('page', (page) => this.#follow(page));
    for (const page of context.pages()) this.#follow(page);
  }

  /** Origins that were asked for something, by HTTP or WebSocket. */
  get origins(): readonly string[] {
    return [...this.#origins].sort();
  }

  /** What pages of an origin sent over sockets. */
  sentBy(origin: string): readonly string[] {
    return this.#frames.filter(({ direction, page }) => direction === 'sent' && page === origin).map(({ text }) => text);
  }

  /** Members of calls that pages of an origin sent to a relay and that no relay needs. */
  surplusOf(origin: string): readonly string[] {
    const members = this.sentBy(origin).flatMap((text) => Object.keys(Object(JSON.parse(text).params)));
    return [...new Set(members)].filter((member) => !MEMBERS.has(member));
  }

  #follow(page: Page): void {
    page.on('websocket', (socket) => {
      const url = socket.url();
      const from = new URL(page.url()).origin;
      this.#reached(url);
      const take =
        (direction: Frame['direction']) =>
        ({ payload }: { readonly payload: string | Buffer }): void => {
          this.#frames.push({ direction, page: from, socket: url, text: String(payload) });
        };
      socket.on('framesent', take('sent'));
      socket.on('framereceived', take('received'));
    });
  }

  #reached(url: string): void {
    const { protocol, origin } = new URL(url);
    // What a page has in itself is no way out.
    if (protocol !== 'data:' && protocol !== 'blob:') this.#origins.add(origin);
  }
}
