import { flushPromises } from '../../../../../../application/ports/clock.fake.js';
import type { FakeRelayMode } from '../../../../../../application/ports/relay.fake.js';
import { Pairings } from '../../../../../../application/wallet-protocol/engine/pairings.js';
import { SessionCallHandlers } from '../../../../../../application/wallet-protocol/engine/session-call-handlers.js';
import { SessionOperations } from '../../../../../../application/wallet-protocol/engine/session-operations.js';
import { SessionRequester } from '../../../../../../application/wallet-protocol/engine/session-requester.js';
import { SessionResponder, type SessionResponderOptions } from '../../../../../../application/wallet-protocol/engine/session-responder.js';
import { Sessions } from '../../../../../../application/wallet-protocol/engine/sessions.js';
import { EnginePair } from './engine-pair.js';
import type { EngineParty } from './engine-party.js';

/** Session classes of one party. */
export class SessionSide {
  readonly party: EngineParty;
  readonly sessions: Sessions;
  readonly operations: SessionOperations;
  readonly requester: SessionRequester;
  readonly responder: SessionResponder;
  /** Ids of the requests that opened the wallet. */
  readonly openedRequests: number[] = [];

  constructor(party: EngineParty, pairings: Pairings, options: SessionResponderOptions = {}, sessions = new Sessions(party.context)) {
    this.party = party;
    const { context } = party;
    this.sessions = sessions;
    new SessionCallHandlers(context, this.sessions);
    this.operations = new SessionOperations(context, this.sessions, pairings);
    this.requester = new SessionRequester(context, this.sessions);
    this.requester.requests$.subscribe(({ id }) => this.openedRequests.push(id));
    this.responder = new SessionResponder(context, this.sessions, options);
  }
}

/** An app and a wallet with a session, each with a page that can be closed. */
export class SessionPair {
  readonly pair = new EnginePair();
  readonly options: SessionResponderOptions;
  app: SessionSide;
  wallet: SessionSide;
  topic = '';

  constructor(options: SessionResponderOptions = {}) {
    this.options = options;
    this.app = new SessionSide(this.pair.app, this.pair.appPairings);
    this.wallet = new SessionSide(this.pair.wallet, this.pair.walletPairings, options, this.pair.sessions);
  }

  get clock() {
    return this.pair.clock;
  }

  async connect(): Promise<void> {
    await this.app.responder.start();
    await this.wallet.responder.start();
    ({ topic: this.topic } = await this.pair.connect());
    await flushPromises();
  }

  /** Sends a request from the app. */
  request(request: { readonly method: string; readonly params: unknown } = { method: 'cosmos_signDirect', params: ['a'] }) {
    return this.app.requester.request({ topic: this.topic, chainId: 'cosmos:hub', request });
  }

  respond(id: number, result: unknown = 'signed') {
    return this.wallet.responder.respond({ topic: this.topic, response: { id, jsonrpc: '2.0', result } });
  }

  /** Reloads the app's page. */
  async reloadApp(): Promise<void> {
    const { pair } = this;
    pair.app = pair.app.reload();
    pair.appPairings = new Pairings(pair.app.context);
    this.app = new SessionSide(pair.app, pair.appPairings);
    await this.#start(this.app);
  }

  /** Reloads the wallet's page. @param relayMode mode of its relay connection */
  async reloadWallet(relayMode: FakeRelayMode = 'open'): Promise<void> {
    const { pair } = this;
    pair.wallet = pair.wallet.reload();
    pair.wallet.relay.mode = relayMode;
    pair.walletPairings = new Pairings(pair.wallet.context);
    this.wallet = new SessionSide(pair.wallet, pair.walletPairings, this.options);
    await this.#start(this.wallet);
  }

  async #start({ party, sessions, responder }: SessionSide): Promise<void> {
    // Pending writes finish before the next page reads.
    await flushPromises();
    await party.load();
    sessions.subscribe((await sessions.restore()).map(({ topic }) => topic));
    await responder.start();
    await flushPromises();
  }
}
