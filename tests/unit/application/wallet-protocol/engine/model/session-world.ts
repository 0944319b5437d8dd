import { FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { FakeRelayAdversary } from '../../../../../../application/ports/relay-adversary.fake.js';
import { type FakePublication, FakeRelayHub } from '../../../../../../application/ports/relay-hub.fake.js';
import { PeerError } from '../../../../../../application/wallet-protocol/engine/calls.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { isRpcRequest } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { ALLOWED, APP, ASKED, WALLET } from '../support/engine-pair.js';
import type { ModelPage } from './model-page.js';
import { ModelParty } from './model-party.js';
import type { Role } from './model-world.js';

/** A request of an app, known by the number that it carries. */
export interface AskedRequest {
  readonly number: number;
  readonly topic: string;
  readonly page: ModelPage;
  /** What the app was told; `null` while it waits. */
  outcome: { readonly value: unknown } | { readonly error: unknown } | null;
}

/** What a wallet's owner said to a request. */
export interface GivenAnswer {
  readonly number: number;
  readonly value: string;
  readonly page: ModelPage;
  /** What became of it; `open` where the page was killed or the relay takes its time. */
  outcome: 'open' | 'sent' | 'failed';
}

const END = 'wc_sessionDelete';
/** How long the relay waits before it tells again what nobody acknowledged. */
const TAKE_UP_MS = 60_000;
/** The number in the parameters of a request. */
export const numberOf = (params: unknown): number => Number(Array.isArray(params) ? params[0] : Number.NaN);

/** An app and a wallet with sessions between them, an adversary at the relay, on a clock that only the story moves. */
export class SessionWorld {
  readonly clock = new FakeClock();
  readonly startedAt = this.clock.now();
  readonly hub = new FakeRelayHub();
  readonly adversary = new FakeRelayAdversary(this.hub, this.clock);
  readonly parties: Readonly<Record<Role, ModelParty>>;
  readonly asked: AskedRequest[] = [];
  readonly answers: GivenAnswer[] = [];
  /** Topics whose updates may have been carried out in another order. */
  readonly unordered = new Set<string>();
  /** By topic, the updates of which it is not known whether the peer has them. */
  readonly updates = new Map<string, Set<number>>();
  kills = 0;
  /** How many requests the wallet's owner was shown at once. */
  mostShown = 0;
  /** Topics of the sessions that were ended while the relay could not be reached. */
  readonly #away = new Set<string>();
  #number = 0;

  constructor() {
    const app = new FakeMessageRelay(this.clock, this.hub);
    this.parties = { app: new ModelParty(this.clock, app, APP), wallet: new ModelParty(this.clock, app.peer(), WALLET) };
  }

  page(role: Role): ModelPage {
    return this.parties[role].page;
  }

  get pages(): readonly ModelPage[] {
    return [...this.parties.app.pages, ...this.parties.wallet.pages];
  }

  /** Another number at each call. */
  number(): number {
    this.#number += 1;
    return this.#number;
  }

  async start(): Promise<this> {
    for (const role of ['app', 'wallet'] as const) await this.page(role).engine.start();
    await this.connect();
    await this.connect();
    return this;
  }

  /** Carries out what a person or host does: nobody waits for it longer than for what comes without time, and a failure is theirs. */
  async does(act: () => Promise<unknown>): Promise<void> {
    act().catch(() => undefined);
    await this.quiet();
  }

  /** A session more, on the pairing that is there or on one of its own. Where the weather lets it. */
  async connect(
    pairingTopic = this.page('app')
      .engine.pairings.all()
      .find(({ active }) => active)?.topic,
  ): Promise<void> {
    await this.does(async () => {
      const { uri } = await this.page('app').engine.connect({
        optionalNamespaces: ASKED,
        ...(pairingTopic === '' ? {} : { pairingTopic }),
      });
      if (uri !== undefined) await this.page('wallet').engine.pair({ uri });
    });
    await this.approve();
  }

  async approve(): Promise<void> {
    const { engine } = this.page('wallet');
    const proposal = engine.context.tables.proposals.all().at(-1);
    if (proposal !== undefined) await this.does(() => engine.approve({ id: proposal.id, namespaces: ALLOWED }));
  }

  /** Everything that can happen without time passing has happened. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await settle();
    await new Promise((resolve) => setImmediate(resolve));
    for (const page of [this.page('app'), this.page('wallet')]) page.look();
    if (!this.page('wallet').ports.isKilled) this.mostShown = Math.max(this.mostShown, this.waiting().length);
  }

  /** The page of a party is gone where it was killed on its way: the next one is opened. */
  async reopen(): Promise<void> {
    for (const role of ['app', 'wallet'] as const) if (this.page(role).ports.isKilled) await this.reload(role);
  }

  async reload(role: Role): Promise<void> {
    this.#forgetOrder();
    this.kills += 1;
    await this.parties[role].reload();
    await this.quiet();
  }

  /** The adversary has done its work, and both pages have had the time to hear of everything that the relay still holds. */
  async recover(): Promise<void> {
    this.adversary.stop();
    for (const role of ['app', 'wallet'] as const) {
      const { ports, relay } = this.page(role);
      relay.heal();
      // A page that is to be killed at a call that it has not made yet is closed here.
      if (ports.kill !== null) await this.reload(role);
    }
    for (let turn = 0; turn < 4; turn += 1) await this.#redeliver();
  }

  async #redeliver(): Promise<void> {
    await this.quiet();
    await this.clock.run(TAKE_UP_MS + 1_000);
    for (const role of ['app', 'wallet'] as const) this.page(role).relay.repeat();
    await this.quiet();
  }

  /** The wallet's owner answers everything that is left, one after the other. */
  async answerAll(): Promise<void> {
    const { engine } = this.page('wallet');
    for (let left = engine.getPendingSessionRequests(); left.length > 0; left = engine.getPendingSessionRequests()) {
      const before = left.length;
      const [next] = this.waiting();
      if (next !== undefined) await this.respond(next);
      await this.clock.run(1_001);
      await this.quiet();
      if (next === undefined && engine.getPendingSessionRequests().length === before) return;
    }
    await this.#redeliver();
  }

  /** The requests that the wallet's page shows, the oldest first. */
  waiting(): readonly { readonly id: number; readonly topic: string; readonly number: number }[] {
    const page = this.page('wallet');
    const pending = page.engine.getPendingSessionRequests();
    return page
      .events('session_request')
      .filter(({ id, topic }) => pending.some((each) => each.id === id && each.topic === topic))
      .map(({ id, topic, params }) => ({ id, topic, number: numberOf(params.request.params) }));
  }

  async ask(topic: string, expiry?: number): Promise<void> {
    const page = this.page('app');
    const asked: AskedRequest = { number: this.number(), topic, page, outcome: null };
    this.asked.push(asked);
    const request = { method: 'cosmos_signDirect', params: [asked.number] };
    page.engine.request({ topic, chainId: 'cosmos:hub', request, ...(expiry === undefined ? {} : { expiry }) }).then(
      (value) => {
        if (!page.ports.isKilled) asked.outcome = { value };
      },
      (error: unknown) => {
        if (!page.ports.isKilled) asked.outcome = { error };
      },
    );
    await this.quiet();
  }

  /** @param isError whether the owner declines */
  async respond(
    { id, topic, number }: { readonly id: number; readonly topic: string; readonly number: number },
    isError = false,
  ): Promise<void> {
    const page = this.page('wallet');
    const given: GivenAnswer = { number, value: `answer ${this.number()}`, page, outcome: 'open' };
    this.answers.push(given);
    const answer = isError ? { error: { code: 5_000, message: given.value } } : { result: given.value };
    page.engine.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } }).then(
      () => {
        if (!page.ports.isKilled) given.outcome = 'sent';
      },
      () => {
        if (!page.ports.isKilled) given.outcome = 'failed';
      },
    );
    await this.quiet();
  }

  async update(role: Role, topic: string): Promise<void> {
    const { engine } = this.page(role);
    // Of two updates in one millisecond nobody knows the older one.
    await this.clock.run(1);
    const number = this.number();
    const open = this.updates.get(topic) ?? new Set();
    this.updates.set(topic, open.add(number));
    const namespaces = { cosmos: { ...ALLOWED.cosmos, accounts: [`cosmos:hub:a${number}`] } };
    await this.does(async () => {
      const { acknowledged } = await engine.update({ topic, namespaces });
      await acknowledged().catch((error: unknown) => {
        // What the peer declines is undone; what the relay did not take it may have all the same.
        if (!(error instanceof PeerError)) throw error;
        open.delete(number);
        throw error;
      });
      for (const each of open) if (each <= number) open.delete(each);
    });
  }

  async emit(role: Role, topic: string): Promise<void> {
    const { engine } = this.page(role);
    const number = this.number();
    const event = { name: 'accountsChanged', data: [number] };
    await this.does(() => engine.emit({ topic, event, chainId: 'cosmos:hub' }));
  }

  async disconnect(role: Role, topic: string): Promise<void> {
    const page = this.page(role);
    if (page.session(topic) === null) return;
    page.left.add(topic);
    if (page.relay.door !== 'open') this.#away.add(topic);
    await this.does(() => page.engine.disconnect({ topic, reason: { code: 6_000, message: '' } }));
  }

  /** Whether the peer of a session that was ended cannot know of it: the relay did not take the word. */
  isUntold(topic: string): boolean {
    const isEnd = (each: FakePublication): boolean => each.topic === topic && isRpcRequest(each.message) && each.message.method === END;
    if (this.hub.envelopes.some(isEnd)) return false;
    return this.#away.has(topic) || this.pages.some(({ relay }) => relay.published.some(isEnd));
  }

  /** Ends everything. */
  end(): void {
    for (const { page } of Object.values(this.parties)) page.close();
  }

  /** A page that is gone does not know which update was the newest: an older one that the relay still holds counts for the next page. */
  #forgetOrder(): void {
    for (const { topic, message, acknowledged } of this.hub.envelopes)
      if (isRpcRequest(message) && message.method === 'wc_sessionUpdate' && acknowledged.size === 0) this.unordered.add(topic);
  }
}
