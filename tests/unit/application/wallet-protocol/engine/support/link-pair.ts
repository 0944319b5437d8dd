import { expect } from 'vitest';
import { FakeAttestation, FakeAttestationService } from '../../../../../../application/ports/attestation.fake.js';
import { FakeClock, flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { FakeDevice, type FakeLinking } from '../../../../../../application/ports/linking.fake.js';
import type { OriginCheck } from '../../../../../../application/wallet-protocol/engine/engine-context.js';
import { LINKS_DELAY_MS } from '../../../../../../application/wallet-protocol/engine/link-mode.js';
import { OriginChecker } from '../../../../../../application/wallet-protocol/engine/origin-checker.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { createCacao } from '../../../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../../../domain/sign-in/cacao-message.js';
import type { AuthenticateParams } from '../../../../../../domain/wallet-protocol/authentication/auth-request.js';
import { populateAuthPayload } from '../../../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { EnginePage, type EnginePageOptions } from './engine-page.js';
import { APP, WALLET } from './engine-pair.js';
import { VERIFIED } from './engine-party.js';
import { ACCOUNT, SIGN_IN } from './sign-in-pair.js';

export const APP_LINK = 'https://app.example/link';
export const WALLET_LINK = 'https://wallet.example/link';

/** Metadata of a party with link mode. */
export const withLinkMode = (metadata: PeerMetadata, universal: string): PeerMetadata => ({
  ...metadata,
  redirect: { linkMode: true, universal },
});

/** Chains and methods that the wallet supports. */
export const SUPPORTED = { chains: ['eip155:1'], methods: ['personal_sign'] };

/** Messages from the relay are verified. */
const checkOriginAt = (clock: FakeClock): OriginCheck => {
  const checker = new OriginChecker({
    verifyUrl: undefined,
    attestation: new FakeAttestation(new FakeAttestationService(), clock, null),
    clock,
  });
  return (message, peer) => (message.origin.transport === 'relay' ? Promise.resolve(VERIFIED) : checker.check(message, peer));
};

/** A page with a complete engine on a device. */
export class LinkPage extends EnginePage {
  readonly #options: EnginePageOptions;

  constructor(options: EnginePageOptions) {
    super({ checkOrigin: checkOriginAt(options.clock), ...options });
    this.#options = options;
    this.engine.context.events.setListenerCheck('session_authenticate', () => true);
  }

  /** Closes the page. The next one is not started yet. */
  reload(more: Partial<EnginePageOptions> = {}): LinkPage {
    this.engine.dispose();
    return new LinkPage({ ...this.#options, relay: this.relay.otherTab(), store: this.store, ...more });
  }
}

/** An app and a wallet on one device, with a relay. */
export class LinkPair {
  readonly clock = new FakeClock();
  readonly device = new FakeDevice();
  readonly appLinking = this.device.app(APP_LINK);
  readonly walletLinking = this.device.app(WALLET_LINK);
  app: LinkPage;
  wallet: LinkPage;

  constructor({
    app = withLinkMode(APP, APP_LINK),
    wallet = withLinkMode(WALLET, WALLET_LINK),
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

  /** Requests a sign-in by link, as if the wallet had used link mode before. */
  async authenticate(params: Partial<AuthenticateParams> = {}) {
    await this.app.engine.links.remember(WALLET_LINK);
    const request = await this.app.engine.authenticate({ ...SIGN_IN, ...params }, WALLET_LINK);
    // The app opens the link.
    await this.appLinking.open(request.uri);
    await flushPromises();
    return request;
  }

  /** Signs the last request. */
  async sign() {
    const pendingRequest = this.wallet.engine.context.tables.authRequests.all().find(({ answeredWith }) => answeredWith === undefined);
    if (pendingRequest === undefined) throw new Error('There is no pending request');
    const payload = populateAuthPayload(pendingRequest.authPayload, SUPPORTED);
    const iss = `did:pkh:eip155:1:${ACCOUNT.address}`;
    const s = await ACCOUNT.signMessage({ message: signInMessage(payload, iss) });
    return { id: pendingRequest.id, auths: [createCacao(payload, iss, { t: 'eip191', s })] };
  }

  /** Reloads the app's page, which may have been killed. */
  async reloadApp(): Promise<void> {
    this.app = this.app.reload();
    await flushPromises();
    await this.app.engine.start();
    await this.clock.run(LINKS_DELAY_MS);
  }

  /** Reloads the wallet's page, which may have been killed. */
  async reloadWallet(): Promise<void> {
    this.wallet = this.wallet.reload();
    await flushPromises();
    await this.wallet.engine.start();
    await this.clock.run(LINKS_DELAY_MS);
  }

  /** Settles a session in link mode. Returns its topic. */
  async connect(): Promise<string> {
    const { response } = await this.authenticate();
    const { session } = await this.wallet.engine.approveSessionAuthenticate(await this.sign());
    await flushPromises();
    const topic = (await response()).session?.topic;
    expect(topic).toBe(session?.topic);
    return topic ?? '';
  }

  /** Disposes all parties and asserts that no timer remains. */
  async dispose(): Promise<void> {
    this.app.engine.dispose();
    this.wallet.engine.dispose();
    await flushPromises();
    expect(this.clock.pending).toBe(0);
  }
}
