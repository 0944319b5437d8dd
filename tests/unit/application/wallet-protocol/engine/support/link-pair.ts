import { expect } from 'vitest';
import { FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeDevice, type FakeLinking } from '../../../../../../application/ports/linking.fake.js';
import { FakeLogger } from '../../../../../../application/ports/logger.fake.js';
import { FakeRandom } from '../../../../../../application/ports/random.fake.js';
import { FakeRecordStore } from '../../../../../../application/ports/record-store.fake.js';
import type { RecordStore } from '../../../../../../application/ports/record-store.port.js';
import type { OriginCheck } from '../../../../../../application/wallet-protocol/engine/engine-context.js';
import type { EngineEvent, EngineEventMap, EngineEventName } from '../../../../../../application/wallet-protocol/engine/engine-events.js';
import { LINKS_DELAY_MS } from '../../../../../../application/wallet-protocol/engine/links.js';
import { SignEngine } from '../../../../../../application/wallet-protocol/engine/sign-engine.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { MessageRelay } from '../../../../../../application/wallet-protocol/message-relay.js';
import type { AuthenticateParams } from '../../../../../../domain/wallet-protocol/authentication/auth-request.js';
import { makeCacao } from '../../../../../../domain/wallet-protocol/authentication/cacao.js';
import { populateAuthPayload } from '../../../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import { signInText } from '../../../../../../domain/wallet-protocol/authentication/sign-in-text.js';
import { linkVerifyContext } from '../../../../../../domain/wallet-protocol/origin/verify-context.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { APP, WALLET } from './engine-pair.js';
import { VERIFIED } from './engine-party.js';
import { MortalPorts } from './mortal-ports.js';
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

interface PageParts {
  readonly clock: FakeClock;
  readonly relay: FakeMessageRelay;
  readonly linking: FakeLinking | null;
  readonly metadata: PeerMetadata;
  readonly store?: FakeRecordStore;
}

/** A party with the whole engine, on a device. */
export class LinkPage {
  readonly logger = new FakeLogger();
  readonly heard: EngineEvent[] = [];
  readonly store: FakeRecordStore;
  readonly relay: FakeMessageRelay;
  readonly engine: SignEngine;
  readonly ports = new MortalPorts();
  readonly #parts: PageParts;

  constructor(parts: PageParts) {
    const { clock, relay, linking, metadata, store = new FakeRecordStore() } = parts;
    this.#parts = parts;
    this.relay = relay;
    this.store = store;
    const random = new FakeRandom([0.1, 0.2, 0.3]);
    const metadataOf = (): PeerMetadata => metadata;
    const [mortalRelay, records] = [this.ports.of<MessageRelay>(relay), this.ports.of<RecordStore>(store)];
    const parties = { relay: mortalRelay, records, clock, random, logger: this.logger, metadata: metadataOf, checkOrigin };
    this.engine = new SignEngine({ ...parties, linking, exchange: {}, nodes: async () => null });
    this.engine.context.events.events$.subscribe((event) => this.heard.push(event));
    this.engine.context.events.listenedBy('session_authenticate', () => true);
  }

  events<Name extends EngineEventName>(name: Name): readonly EngineEventMap[Name][] {
    // The data belongs to the name; TypeScript cannot see it through the filter.
    return this.heard.filter((event) => event.name === name).map(({ data }) => data as EngineEventMap[Name]);
  }

  /** The page is closed; the next one is not started yet. */
  reload(more: Partial<PageParts> = {}): LinkPage {
    this.engine.dispose();
    return new LinkPage({ ...this.#parts, relay: this.relay.otherTab(), store: this.store, ...more });
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
