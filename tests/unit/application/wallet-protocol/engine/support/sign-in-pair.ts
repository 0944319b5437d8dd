import { privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { FakeClock, flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { FakeJsonRpc } from '../../../../../../application/ports/json-rpc.fake.js';
import type { FakeRelayMode } from '../../../../../../application/ports/relay.fake.js';
import { FakeRelayHub } from '../../../../../../application/ports/relay-hub.fake.js';
import { AuthRequester } from '../../../../../../application/wallet-protocol/engine/auth-requester.js';
import { AuthResponder } from '../../../../../../application/wallet-protocol/engine/auth-responder.js';
import { ConnectOperation } from '../../../../../../application/wallet-protocol/engine/connect-operation.js';
import { Pairings } from '../../../../../../application/wallet-protocol/engine/pairings.js';
import { ProposalResponder } from '../../../../../../application/wallet-protocol/engine/proposal-responder.js';
import { SessionProposer } from '../../../../../../application/wallet-protocol/engine/session-proposer.js';
import { Sessions } from '../../../../../../application/wallet-protocol/engine/sessions.js';
import { SignInVerifier } from '../../../../../../application/wallet-protocol/engine/sign-in-verifier.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { type Cacao, createCacao } from '../../../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../../../domain/sign-in/cacao-message.js';
import type { AuthenticateParams } from '../../../../../../domain/wallet-protocol/authentication/auth-request.js';
import { populateAuthPayload } from '../../../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import { responseTopicOf } from '../../../../../../domain/wallet-protocol/response-topic.js';
import type { PeerMetadata } from '../../../../../../domain/wallet-protocol/session.js';
import { APP, WALLET } from './engine-pair.js';
import { EngineParty } from './engine-party.js';

export const NODE = 'https://node.example';

/** Default params of a sign-in request. */
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

/** Link mode peers, readable by the test. */
export class MemoryLinks {
  readonly links: string[] = [];
  readonly list = (): readonly string[] => this.links;
  readonly remember = async (link: string): Promise<void> => {
    this.links.push(link);
  };
}

/** An app and a wallet with one-click auth over one in-memory relay, each with a page that can be killed. */
export class SignInPair {
  readonly clock = new FakeClock();
  readonly hub = new FakeRelayHub();
  readonly rpc = new FakeJsonRpc();
  readonly appLinks = new MemoryLinks();
  readonly walletLinks = new MemoryLinks();
  readonly isListened: boolean;
  app: EngineParty;
  wallet: EngineParty;
  appPairings!: Pairings;
  walletPairings!: Pairings;
  walletSessions!: Sessions;
  proposer!: SessionProposer;
  connectOperation!: ConnectOperation;
  proposalResponder!: ProposalResponder;
  authRequester!: AuthRequester;
  authResponder!: AuthResponder;

  /** @param isListened whether the wallet handles sign-in requests */
  constructor(isListened = true, { app = APP, wallet = WALLET }: { readonly app?: PeerMetadata; readonly wallet?: PeerMetadata } = {}) {
    this.isListened = isListened;
    this.app = new EngineParty(this.clock, new FakeMessageRelay(this.clock, this.hub), app);
    this.wallet = new EngineParty(this.clock, this.app.relay.peer(), wallet);
    this.#startApp();
    this.#startWallet();
  }

  /** Requests a sign-in and joins. */
  async authenticate(more: Partial<AuthenticateParams> = {}, link?: string) {
    const request = await this.authRequester.authenticate({ ...SIGN_IN, ...more }, link, signal);
    await this.walletPairings.pair({ uri: request.uri }, signal);
    await flushPromises();
    return request;
  }

  /** Signs a request. */
  async sign(id: number, serves = { chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign'] }): Promise<readonly Cacao[]> {
    const request = this.wallet.context.tables.authRequests.get(id);
    if (request === null) throw new Error('There is no request with this id');
    const payload = populateAuthPayload(request.authPayload, serves);
    return Promise.all(
      payload.chains.map(async (chain) => {
        const iss = `did:pkh:${chain}:${ACCOUNT.address}`;
        return createCacao(payload, iss, { t: 'eip191', s: await ACCOUNT.signMessage({ message: signInMessage(payload, iss) }) });
      }),
    );
  }

  async approve(id: number, auths?: readonly Cacao[]) {
    return this.authResponder.approve({ id, auths: auths ?? (await this.sign(id)) }, signal);
  }

  /** Sends a hand-made response of the wallet, sealed by its own key, which it names unless another is given. */
  async respondWith(id: number, cacaos: readonly unknown[], named?: string) {
    const { calls, relay, tables, metadata } = this.wallet.context;
    const request = tables.authRequests.get(id);
    const [publicKey, peerPublicKey] = [await relay.keyChain.createKeyPair(), request?.requester.publicKey ?? ''];
    const call = { topic: request?.pairingTopic ?? '', id, method: 'wc_sessionAuthenticate' as const };
    const result = { cacaos, responder: { publicKey: named ?? publicKey, metadata: metadata() } };
    await calls.reply(call, { result }, { sealing: { topic: responseTopicOf(peerPublicKey), publicKey, peerPublicKey } });
    return call;
  }

  reject(id: number, reason = { code: 5_000, message: 'User rejected.' }) {
    return this.authResponder.reject({ id, reason }, signal);
  }

  /** Kills and reloads the app's page. */
  async reloadApp(): Promise<void> {
    this.app = this.app.reload();
    // Pending writes finish before the next page reads.
    await flushPromises();
    this.#startApp();
    await this.#load(this.app);
    const shown = await this.proposer.restore();
    const topics = [
      ...(await this.appPairings.restore()),
      ...shown.flatMap((each) => each.topics),
      ...(await this.authRequester.restore()),
      ...sessionsOf(this.app),
    ];
    await this.app.relay.subscribe([...new Set(topics)], signal);
    await flushPromises();
  }

  /** Kills and reloads the wallet's page. @param relayMode mode of its relay connection */
  async reloadWallet(relayMode: FakeRelayMode = 'open'): Promise<void> {
    this.wallet = this.wallet.reload();
    this.wallet.relay.mode = relayMode;
    await flushPromises();
    this.#startWallet();
    await this.#load(this.wallet);
    await this.proposalResponder.restore();
    // Those that an earlier page was disconnecting are removed.
    const sessions = await this.walletSessions.restoreTopics();
    const subscribed = this.wallet.relay.subscribe([...(await this.walletPairings.restore()), ...sessions], signal);
    // The subscription completes once the relay is reachable.
    await (relayMode === 'open' ? subscribed : subscribed.catch(() => undefined));
    await this.authResponder.restore();
    await flushPromises();
  }

  /** Disposes all parties and asserts that no timer remains. */
  dispose(): void {
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
    this.#handleSessionDelete(this.app);
    this.appPairings = new Pairings(context);
    this.proposer = new SessionProposer(context, this.appPairings);
    this.connectOperation = new ConnectOperation(context, this.appPairings, this.proposer);
    const deps = { pairings: this.appPairings, verifier: this.#proofs(), links: this.appLinks, proposals: this.proposer };
    this.authRequester = new AuthRequester(context, deps);
  }

  #startWallet(): void {
    const { context } = this.wallet;
    context.events.setListenerCheck('session_authenticate', () => this.isListened);
    this.#handleSessionDelete(this.wallet);
    this.walletPairings = new Pairings(context);
    this.walletSessions = new Sessions(context);
    this.proposalResponder = new ProposalResponder(context, this.walletPairings, this.walletSessions);
    this.authResponder = new AuthResponder(context, { pairings: this.walletPairings, verifier: this.#proofs(), links: this.walletLinks });
  }

  /** Minimal handling of deletions by the peer. */
  #handleSessionDelete({ context }: EngineParty): void {
    context.calls.handle('wc_sessionDelete', async ({ topic }) => {
      context.expiries.drop({ kind: 'session', key: topic });
      await context.tables.sessions.remove(topic);
      return { response: { result: true } };
    });
  }

  #proofs(): SignInVerifier {
    return new SignInVerifier({ clock: this.clock, nodes: async () => this.rpc.open([NODE]), whenUnknown: 'refuse' });
  }
}

const sessionsOf = ({ context }: EngineParty): readonly string[] => context.tables.sessions.all().map(({ topic }) => topic);
