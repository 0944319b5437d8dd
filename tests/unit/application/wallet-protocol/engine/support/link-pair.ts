import { expect } from 'vitest';
import { FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeDevice, type FakeLinking } from '../../../../../../application/ports/linking.fake.js';
import type { OriginCheck } from '../../../../../../application/wallet-protocol/engine/engine-context.js';
import { LINKS_DELAY_MS } from '../../../../../../application/wallet-protocol/engine/links.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { AuthenticateParams } from '../../../../../../domain/wallet-protocol/authentication/auth-request.js';
import { makeCacao } from '../../../../../../domain/wallet-protocol/authentication/cacao.js';
import { populateAuthPayload } from '../../../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import { signInText } from '../../../../../../domain/wallet-protocol/authentication/sign-in-text.js';
import { linkVerifyContext } from '../../../../../../domain/wallet-protocol/origin/verify-context.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { EnginePage, type EnginePageOptions } from './engine-page.js';
import { APP, WALLET } from './engine-pair.js';
import { VERIFIED } from './engine-party.js';
import { ACCOUNT, SIGN_IN } from './sign-in-pair.js';

export const APP_LINK = 'https://app.example/link';
export const WALLET_LINK = 'https://wallet.example/link';

/** A party that wants messages by link. */
export const linked = (metadata: PeerMetadata, universal: string): PeerMetadata => ({
  ...metadata,
  redirect: { linkMode: true, universal },
});

/** Chains and methods that a wallet serves. */
export const SERVED = { chains: ['eip155:1'], methods: ['personal_sign'] };

const originOf = (url: string | null): string | null => (url === null ? null : new URL(url).origin);

/** What is asked about is who the answer goes to. */
const checkOrigin: OriginCheck = async ({ origin }, { url }) =>
  origin.transport === 'relay' ? VERIFIED : linkVerifyContext({ url, origin: originOf(url), verifyUrl: '' }, originOf(origin.appLink));

/** A party with the whole engine, on a device. */
export class LinkPage extends EnginePage {
  readonly #options: EnginePageOptions;

  constructor(options: EnginePageOptions) {
    super({ checkOrigin, ...options });
    this.#options = options;
    this.engine.context.events.listenedBy('session_authenticate', () => true);
  }

  /** The page is closed; the next one is not started yet. */
  reload(more: Partial<EnginePageOptions> = {}): LinkPage {
    this.engine.dispose();
    return new LinkPage({ ...this.#options, relay: this.relay.otherTab(), store: this.store, ...more });
  }
}

/** An app and a wallet on one device, whose relay is there as well. */
export class LinkPair {
  readonly clock = new FakeClock();
  readonly device = new FakeDevice();
  readonly appLinking = this.device.app(APP_LINK);
  readonly walletLinking = this.device.app(WALLET_LINK);
  app: LinkPage;
  wallet: LinkPage;

  constructor({
    app = linked(APP, APP_LINK),
    wallet = linked(WALLET, WALLET_LINK),
    walletLinking = this.walletLinking as FakeLinking | null,
  } = {}) {
    const { clock } = this;
    this.app = new LinkPage({ clock, relay: new FakeMessageRelay(clock), linking: this.appLinking, metadata: app });
    this.wallet = new LinkPage({ clock, relay: this.app.relay.peer(), linking: walletLinking, metadata: wallet });
  }

  async start(): Promise<this> {
    await this.app.engine.start();
    await this.wallet.engine.start();
    await this.clock.run(LINKS_DELAY_MS);
    return this;
  }

  /** The app has heard before that the wallet takes links, and asks it for a sign-in. */
  async ask(params: Partial<AuthenticateParams> = {}) {
    await this.app.engine.links.remember(WALLET_LINK);
    const asked = await this.app.engine.authenticate({ ...SIGN_IN, ...params }, WALLET_LINK);
    // What the host does with the link.
    await this.appLinking.open(asked.uri);
    await settle();
    return asked;
  }

  /** What the wallet's owner signs of the last request. */
  async sign() {
    const asked = this.wallet.engine.context.tables.authRequests.all().find(({ answeredWith }) => answeredWith === undefined);
    if (asked === undefined) throw new Error('The wallet was not asked');
    const payload = populateAuthPayload(asked.authPayload, SERVED);
    const iss = `did:pkh:eip155:1:${ACCOUNT.address}`;
    const s = await ACCOUNT.signMessage({ message: signInText(payload, iss) });
    return { id: asked.id, auths: [makeCacao(payload, iss, { t: 'eip191', s })] };
  }

  /** The app's page is closed, or was killed, and opened again. */
  async reloadApp(): Promise<void> {
    this.app = this.app.reload();
    await settle();
    await this.app.engine.start();
    await this.clock.run(LINKS_DELAY_MS);
  }

  /** The wallet's page is closed, or was killed, and opened again. */
  async reloadWallet(): Promise<void> {
    this.wallet = this.wallet.reload();
    await settle();
    await this.wallet.engine.start();
    await this.clock.run(LINKS_DELAY_MS);
  }

  /** A session in link mode of both. Gives its topic. */
  async connect(): Promise<string> {
    const { response } = await this.ask();
    const { session } = await this.wallet.engine.approveSessionAuthenticate(await this.sign());
    await settle();
    const topic = (await response()).session?.topic;
    expect(topic).toBe(session?.topic);
    return topic ?? '';
  }

  /** Ends everything; no timer may be left. */
  async end(): Promise<void> {
    this.app.engine.dispose();
    this.wallet.engine.dispose();
    await settle();
    expect(this.clock.pending).toBe(0);
  }
}
