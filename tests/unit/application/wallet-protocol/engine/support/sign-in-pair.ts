import { privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../../application/ports/json-rpc.fake.js';
import type { FakeRelayDoor } from '../../../../../../application/ports/relay.fake.js';
import { FakeRelayHub } from '../../../../../../application/ports/relay-hub.fake.js';
import { Approving } from '../../../../../../application/wallet-protocol/engine/approving.js';
import { AuthAnswering } from '../../../../../../application/wallet-protocol/engine/auth-answering.js';
import { Authenticating } from '../../../../../../application/wallet-protocol/engine/authenticating.js';
import { Inviting } from '../../../../../../application/wallet-protocol/engine/inviting.js';
import { Pairings } from '../../../../../../application/wallet-protocol/engine/pairings.js';
import { Proposing } from '../../../../../../application/wallet-protocol/engine/proposing.js';
import { Sessions } from '../../../../../../application/wallet-protocol/engine/sessions.js';
import { SignInProofs } from '../../../../../../application/wallet-protocol/engine/sign-in-proofs.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import type { AuthenticateParams } from '../../../../../../domain/wallet-protocol/authentication/auth-request.js';
import { type Cacao, makeCacao } from '../../../../../../domain/wallet-protocol/authentication/cacao.js';
import { populateAuthPayload } from '../../../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import { signInText } from '../../../../../../domain/wallet-protocol/authentication/sign-in-text.js';
import { ownTopicOf } from '../../../../../../domain/wallet-protocol/own-topic.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { APP, WALLET } from './engine-pair.js';
import { EngineParty } from './engine-party.js';

export const NODE = 'https://node.example';

/** What an app asks for unless a test says otherwise. */
export const SIGN_IN: AuthenticateParams = {
  chains: ['eip155:1', 'eip155:10'],
  uri: 'https://app.example/login',
  domain: 'app.example',
  nonce: 'abcdefgh',
  statement: 'Sign in.',
  methods: ['personal_sign', 'eth_sendTransaction'],
};

/** The wallet's account. */
export const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`);

const { signal } = new AbortController();

/** What is remembered of links, for the test to look at. */
export class MemoryLinks {
  readonly links: string[] = [];
  readonly known = (): readonly string[] => this.links;
  readonly remember = async (link: string): Promise<void> => {
    this.links.push(link);
  };
}

/** An app and a wallet that sign in over one relay in memory, each with a page that can be killed. */
export class SignInPair {
  readonly clock = new FakeClock();
  readonly hub = new FakeRelayHub();
  readonly rpc = new FakeJsonRpc();
  readonly appLinks = new MemoryLinks();
  readonly walletLinks = new MemoryLinks();
  readonly isListened: boolean;
  app: EngineParty;
  wallet: EngineParty;
  made!: Pairings;
  joined!: Pairings;
  proposing!: Proposing;
  inviting!: Inviting;
  approving!: Approving;
  authenticating!: Authenticating;
  answering!: AuthAnswering;

  /** @param isListened whether the wallet listens to requests to sign in */
  constructor(isListened = true, { app = APP, wallet = WALLET }: { readonly app?: PeerMetadata; readonly wallet?: PeerMetadata } = {}) {
    this.isListened = isListened;
    this.app = new EngineParty(this.clock, new FakeMessageRelay(this.clock, this.hub), app);
    this.wallet = new EngineParty(this.clock, this.app.relay.peer(), wallet);
    this.#startApp();
    this.#startWallet();
  }

  /** A request that the wallet has heard. */
  async ask(more: Partial<AuthenticateParams> = {}, link?: string) {
    const asking = await this.authenticating.authenticate({ ...SIGN_IN, ...more }, link, signal);
    await this.joined.pair({ uri: asking.uri }, signal);
    await settle();
    return asking;
  }

  /** What the wallet's owner signs of a request. */
  async sign(id: number, serves = { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign'] }): Promise<readonly Cacao[]> {
    const request = this.wallet.context.tables.authRequests.get(id);
    if (request === null) throw new Error('The wallet has no such request');
    const payload = populateAuthPayload(request.authPayload, serves);
    return Promise.all(
      payload.chains.map(async (chain) => {
        const iss = `did:pkh:${chain}:${ACCOUNT.address}`;
        return makeCacao(payload, iss, { t: 'eip191', s: await ACCOUNT.signMessage({ message: signInText(payload, iss) }) });
      }),
    );
  }

  async approve(id: number, auths?: readonly Cacao[]) {
    return this.answering.approve({ id, auths: auths ?? (await this.sign(id)) }, signal);
  }

  /** The wallet's page sends what it did not make itself, sealed by a key of its own, which it names unless another is given. */
  async answerWith(id: number, cacaos: readonly unknown[], named?: string) {
    const { calls, relay, tables, metadata } = this.wallet.context;
    const request = tables.authRequests.get(id);
    const [publicKey, peerPublicKey] = [await relay.keyChain.createKeyPair(), request?.requester.publicKey ?? ''];
    const call = { topic: request?.pairingTopic ?? '', id, method: 'wc_sessionAuthenticate' as const };
    const result = { cacaos, responder: { publicKey: named ?? publicKey, metadata: metadata() } };
    await calls.reply(call, { result }, { sealing: { topic: ownTopicOf(peerPublicKey), publicKey, peerPublicKey } });
    return call;
  }

  reject(id: number, reason = { code: 5_000, message: 'User rejected.' }) {
    return this.answering.reject({ id, reason }, signal);
  }

  /** The app's page is killed and opened again. */
  async reloadApp(): Promise<void> {
    this.app = this.app.reload();
    // What the page has begun to write is written before the next one reads.
    await settle();
    this.#startApp();
    await this.#load(this.app);
    const shown = await this.proposing.restore();
    const topics = [
      ...(await this.made.restore()),
      ...shown.flatMap((each) => each.topics),
      ...(await this.authenticating.restore()),
      ...sessionsOf(this.app),
    ];
    await this.app.relay.subscribe([...new Set(topics)], signal);
    await settle();
  }

  /** The wallet's page is killed and opened again. @param door how the relay receives the next one */
  async reloadWallet(door: FakeRelayDoor = 'open'): Promise<void> {
    this.wallet = this.wallet.reload();
    this.wallet.relay.door = door;
    await settle();
    this.#startWallet();
    await this.#load(this.wallet);
    await this.approving.restore();
    const heard = this.wallet.relay.subscribe([...(await this.joined.restore()), ...sessionsOf(this.wallet)], signal);
    // It is heard of once the relay can be reached.
    await (door === 'open' ? heard : heard.catch(() => undefined));
    await this.answering.restore();
    await settle();
  }

  /** Ends everything; no timer may be left. */
  end(): void {
    this.app.close();
    this.wallet.close();
    expect(this.clock.pending).toBe(0);
  }

  async #load(party: EngineParty): Promise<void> {
    await party.load();
    await party.context.tables.authRequests.load(({ id }) => id);
  }

  #startApp(): void {
    const { context } = this.app;
    this.#endsSessions(this.app);
    this.made = new Pairings(context);
    this.proposing = new Proposing(context, this.made);
    this.inviting = new Inviting(context, this.made, this.proposing);
    const parts = { pairings: this.made, proofs: this.#proofs(), links: this.appLinks, proposals: this.proposing };
    this.authenticating = new Authenticating(context, parts);
  }

  #startWallet(): void {
    const { context } = this.wallet;
    context.events.listenedBy('session_authenticate', () => this.isListened);
    this.#endsSessions(this.wallet);
    this.joined = new Pairings(context);
    this.approving = new Approving(context, this.joined, new Sessions(context));
    this.answering = new AuthAnswering(context, { pairings: this.joined, proofs: this.#proofs(), links: this.walletLinks });
  }

  /** What either party does when the other ends a session; the rest of a session's life has no part here. */
  #endsSessions({ context }: EngineParty): void {
    context.calls.handle('wc_sessionDelete', async ({ topic }) => {
      context.expiries.drop({ kind: 'session', key: topic });
      await context.tables.sessions.remove(topic);
      return { answer: { result: true } };
    });
  }

  #proofs(): SignInProofs {
    return new SignInProofs(this.clock, async () => this.rpc.open([NODE]));
  }
}

const sessionsOf = ({ context }: EngineParty): readonly string[] => context.tables.sessions.all().map(({ topic }) => topic);
