import type { BrowserContext, Page } from '@playwright/test';

/** A text that a page handed to a WebSocket. */
interface Sent {
  /** Origin of the page. */
  readonly from: string;
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

/** What the pages of a context send over the network, from the moment they are opened. */
export class WireTap {
  readonly #sent: Sent[] = [];
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
    return this.#sent.filter(({ from }) => from === origin).map(({ text }) => text);
  }

  /** Members of calls that pages of an origin sent to a relay and that no relay needs. */
  surplusOf(origin: string): readonly string[] {
    const members = this.sentBy(origin).flatMap((text) => Object.keys(Object(JSON.parse(text).params)));
    return [...new Set(members)].filter((member) => !MEMBERS.has(member));
  }

  #follow(page: Page): void {
    page.on('websocket', (socket) => {
      const from = new URL(page.url()).origin;
      this.#reached(socket.url());
      socket.on('framesent', ({ payload }) => void this.#sent.push({ from, text: String(payload) }));
    });
  }

  #reached(url: string): void {
    const { protocol, origin } = new URL(url);
    // A page reaches no one by these.
    if (protocol !== 'data:' && protocol !== 'blob:') this.#origins.add(origin);
  }
}
