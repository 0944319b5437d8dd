import { settle } from '../../../../../../application/ports/clock.fake.js';
import type { FakeRelayDoor } from '../../../../../../application/ports/relay.fake.js';
import { Answering, type AnsweringOptions } from '../../../../../../application/wallet-protocol/engine/answering.js';
import { Asking } from '../../../../../../application/wallet-protocol/engine/asking.js';
import { Pairings } from '../../../../../../application/wallet-protocol/engine/pairings.js';
import { SessionCalls } from '../../../../../../application/wallet-protocol/engine/session-calls.js';
import { SessionOperations } from '../../../../../../application/wallet-protocol/engine/session-operations.js';
import { Sessions } from '../../../../../../application/wallet-protocol/engine/sessions.js';
import { EnginePair } from './engine-pair.js';
import type { EngineParty } from './engine-party.js';

/** What a party does with its sessions. */
export class SessionSide {
  readonly party: EngineParty;
  readonly sessions: Sessions;
  readonly operations: SessionOperations;
  readonly asking: Asking;
  readonly answering: Answering;
  /** Ids of the requests for which the wallet is opened. */
  readonly broughtUp: number[] = [];

  constructor(party: EngineParty, pairings: Pairings, options: AnsweringOptions = {}, sessions = new Sessions(party.context)) {
    this.party = party;
    const { context } = party;
    this.sessions = sessions;
    new SessionCalls(context, this.sessions);
    this.operations = new SessionOperations(context, this.sessions, pairings);
    this.asking = new Asking(context, this.sessions);
    this.asking.requests$.subscribe(({ id }) => this.broughtUp.push(id));
    this.answering = new Answering(context, this.sessions, options);
  }
}

/** An app and a wallet with a session, each with a page that can be closed. */
export class SessionPair {
  readonly pair = new EnginePair();
  readonly options: AnsweringOptions;
  app: SessionSide;
  wallet: SessionSide;
  topic = '';

  constructor(options: AnsweringOptions = {}) {
    this.options = options;
    this.app = new SessionSide(this.pair.app, this.pair.made);
    this.wallet = new SessionSide(this.pair.wallet, this.pair.joined, options, this.pair.sessions);
  }

  get clock() {
    return this.pair.clock;
  }

  async connect(): Promise<void> {
    await this.app.answering.start();
    await this.wallet.answering.start();
    ({ topic: this.topic } = await this.pair.connect());
    await settle();
  }

  /** The app asks the wallet. */
  ask(request: { readonly method: string; readonly params: unknown } = { method: 'cosmos_signDirect', params: ['a'] }) {
    return this.app.asking.request({ topic: this.topic, chainId: 'cosmos:hub', request });
  }

  respond(id: number, result: unknown = 'signed') {
    return this.wallet.answering.respond({ topic: this.topic, response: { id, jsonrpc: '2.0', result } });
  }

  /** The app's page is closed and opened again. */
  async reloadApp(): Promise<void> {
    const { pair } = this;
    pair.app = pair.app.reload();
    pair.made = new Pairings(pair.app.context);
    this.app = new SessionSide(pair.app, pair.made);
    await this.#start(this.app);
  }

  /** The wallet's page is closed and opened again. @param door how the relay receives the next one */
  async reloadWallet(door: FakeRelayDoor = 'open'): Promise<void> {
    const { pair } = this;
    pair.wallet = pair.wallet.reload();
    pair.wallet.relay.door = door;
    pair.joined = new Pairings(pair.wallet.context);
    this.wallet = new SessionSide(pair.wallet, pair.joined, this.options);
    await this.#start(this.wallet);
  }

  async #start({ party, sessions, answering }: SessionSide): Promise<void> {
    // What the page has begun to write is written before the next one reads.
    await settle();
    await party.load();
    sessions.hear((await sessions.restore()).map(({ topic }) => topic));
    await answering.start();
    await settle();
  }
}
