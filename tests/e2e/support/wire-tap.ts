import type { BrowserContext, Page } from '@playwright/test';

/** A WebSocket frame sent by a page. */
interface SentFrame {
  /** Origin of the page. */
  readonly from: string;
  readonly text: string;
}

/** Known fields of calls to the relay. @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc */
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

/** Records the network traffic of a context's pages from the moment they are opened. */
export class WireTap {
  readonly #sent: SentFrame[] = [];
  readonly #origins = new Set<string>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#recordOrigin(request.url()));
    context.on('page', (page) => this.#watchPage(page));
    for (const page of context.pages()) this.#watchPage(page);
  }

  /** Origins contacted by HTTP or WebSocket. */
  get origins(): readonly string[] {
    return [...this.#origins].sort();
  }

  /** Frames that pages of an origin sent over WebSockets. */
  sentBy(origin: string): readonly string[] {
    return this.#sent.filter(({ from }) => from === origin).map(({ text }) => text);
  }

  /** Unknown fields in the relay calls of an origin's pages. */
  unexpectedMembersOf(origin: string): readonly string[] {
    const members = this.sentBy(origin).flatMap((text) => Object.keys(Object(JSON.parse(text).params)));
    return [...new Set(members)].filter((member) => !MEMBERS.has(member));
  }

  #watchPage(page: Page): void {
    page.on('websocket', (socket) => {
      const from = new URL(page.url()).origin;
      this.#recordOrigin(socket.url());
      socket.on('framesent', ({ payload }) => void this.#sent.push({ from, text: String(payload) }));
    });
  }

  #recordOrigin(url: string): void {
    const { protocol, origin } = new URL(url);
    // These URLs cause no network traffic.
    if (protocol !== 'data:' && protocol !== 'blob:') this.#origins.add(origin);
  }
}
