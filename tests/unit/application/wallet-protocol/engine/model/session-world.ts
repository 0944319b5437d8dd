import { FakeClock, flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { FakeRelayAdversary } from '../../../../../../application/ports/relay-adversary.fake.js';
import { type FakePublication, FakeRelayHub } from '../../../../../../application/ports/relay-hub.fake.js';
import { PeerError } from '../../../../../../application/wallet-protocol/engine/calls.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { isRpcRequest } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { APP, APPROVED_NAMESPACES, REQUESTED_NAMESPACES, WALLET } from '../support/engine-pair.js';
import type { ModelPage } from './model-page.js';
import { ModelParty } from './model-party.js';
import type { Role } from './model-world.js';

/** A request of the app, identified by its number. */
export interface SentRequest {
  readonly number: number;
  readonly topic: string;
  readonly page: ModelPage;
  /** Outcome for the app; `null` while pending. */
  outcome: { readonly value: unknown } | { readonly error: unknown } | null;
}

/** A response of the wallet. */
export interface SentResponse {
  readonly number: number;
  readonly value: string;
  readonly page: ModelPage;
  /** Outcome of sending it; `open` if the page was killed or publishing is pending. */
  outcome: 'open' | 'sent' | 'failed';
}

const END = 'wc_sessionDelete';
/** Time after which the relay redelivers unacknowledged messages. */
const REDELIVERY_MS = 60_000;
/** The number in the params of a request. */
export const numberOf = (params: unknown): number => Number(Array.isArray(params) ? params[0] : Number.NaN);

/** An app and a wallet with sessions and an adversary at the relay, on a manual clock. */
export class SessionWorld {
  readonly clock = new FakeClock();
  readonly startedAt = this.clock.now();
  readonly hub = new FakeRelayHub();
  readonly adversary = new FakeRelayAdversary(this.hub, this.clock);
  readonly parties: Readonly<Record<Role, ModelParty>>;
  readonly requests: SentRequest[] = [];
  readonly responses: SentResponse[] = [];
  /** Topics whose updates may have been handled in another order. */
  readonly unordered = new Set<string>();
  /** Updates by topic of which it is unknown whether the peer has them. */
  readonly updates = new Map<string, Set<number>>();
  kills = 0;
  /** Maximum number of requests emitted at the same time. */
  maxPending = 0;
  /** Topics of the sessions that were disconnected while the relay was unreachable. */
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

  /** Returns the next number. */
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

  /** Runs an action until no work is left without time passing. Rejections are ignored. */
  async perform(act: () => Promise<unknown>): Promise<void> {
    act().catch(() => undefined);
    await this.untilIdle();
  }

  /** Proposes and approves another session, on the existing pairing or a new one. The adversary may prevent it. */
  async connect(
    pairingTopic = this.page('app')
      .engine.pairings.all()
      .find(({ active }) => active)?.topic,
  ): Promise<void> {
    await this.perform(async () => {
      const { uri } = await this.page('app').engine.connect({
        optionalNamespaces: REQUESTED_NAMESPACES,
        ...(pairingTopic === '' ? {} : { pairingTopic }),
      });
      if (uri !== undefined) await this.page('wallet').engine.pair({ uri });
    });
    await this.approve();
  }

  async approve(): Promise<void> {
    const { engine } = this.page('wallet');
    const proposal = engine.context.tables.proposals.all().at(-1);
    if (proposal !== undefined) await this.perform(() => engine.approve({ id: proposal.id, namespaces: APPROVED_NAMESPACES }));
  }

  /** Waits until all work that needs no timer is done. */
  async untilIdle(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) await flushPromises();
    await new Promise((resolve) => setImmediate(resolve));
    for (const page of [this.page('app'), this.page('wallet')]) page.recordSessions();
    if (!this.page('wallet').ports.isKilled) this.maxPending = Math.max(this.maxPending, this.pendingRequests().length);
  }

  /** Opens the next page of a killed party. */
  async reopen(): Promise<void> {
    for (const role of ['app', 'wallet'] as const) if (this.page(role).ports.isKilled) await this.reload(role);
  }

  async reload(role: Role): Promise<void> {
    this.#forgetOrder();
    this.kills += 1;
    await this.parties[role].reload();
    await this.untilIdle();
  }

  /** Stops the adversary and lets both pages receive all messages. */
  async recover(): Promise<void> {
    this.adversary.stop();
    for (const role of ['app', 'wallet'] as const) {
      const { ports, relay } = this.page(role);
      relay.recover();
      // Pages with a planned kill that has not happened are reloaded.
      if (ports.kill !== null) await this.reload(role);
    }
    for (let turn = 0; turn < 4; turn += 1) await this.#redeliver();
  }

  async #redeliver(): Promise<void> {
    await this.untilIdle();
    await this.clock.run(REDELIVERY_MS + 1_000);
    for (const role of ['app', 'wallet'] as const) this.page(role).relay.redeliver();
    await this.untilIdle();
  }

  /** Responds to all pending requests one after the other. */
  async respondToAll(): Promise<void> {
    const { engine } = this.page('wallet');
    for (let pending = engine.getPendingSessionRequests(); pending.length > 0; pending = engine.getPendingSessionRequests()) {
      const before = pending.length;
      const [next] = this.pendingRequests();
      if (next !== undefined) await this.respond(next);
      await this.clock.run(1_001);
      await this.untilIdle();
      // Nothing was emitted, and nothing will be.
      if (next === undefined && this.pendingRequests().length === 0 && engine.getPendingSessionRequests().length === before) return;
    }
    await this.#redeliver();
  }

  /** Emitted requests without a response, the oldest first. */
  pendingRequests(): readonly { readonly id: number; readonly topic: string; readonly number: number }[] {
    const page = this.page('wallet');
    const pending = page.engine.getPendingSessionRequests();
    return page
      .events('session_request')
      .filter(({ id, topic }) => pending.some((each) => each.id === id && each.topic === topic))
      .map(({ id, topic, params }) => ({ id, topic, number: numberOf(params.request.params) }));
  }

  async sendRequest(topic: string, expiry?: number): Promise<void> {
    const page = this.page('app');
    const asked: SentRequest = { number: this.number(), topic, page, outcome: null };
    this.requests.push(asked);
    const request = { method: 'cosmos_signDirect', params: [asked.number] };
    page.engine.request({ topic, chainId: 'cosmos:hub', request, ...(expiry === undefined ? {} : { expiry }) }).then(
      (value) => {
        if (!page.ports.isKilled) asked.outcome = { value };
      },
      (error: unknown) => {
        if (!page.ports.isKilled) asked.outcome = { error };
      },
    );
    await this.untilIdle();
  }

  /** @param isError whether to reject */
  async respond(
    { id, topic, number }: { readonly id: number; readonly topic: string; readonly number: number },
    isError = false,
  ): Promise<void> {
    const page = this.page('wallet');
    const given: SentResponse = { number, value: `answer ${this.number()}`, page, outcome: 'open' };
    this.responses.push(given);
    const answer = isError ? { error: { code: 5_000, message: given.value } } : { result: given.value };
    page.engine.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } }).then(
      () => {
        if (!page.ports.isKilled) given.outcome = 'sent';
      },
      () => {
        if (!page.ports.isKilled) given.outcome = 'failed';
      },
    );
    await this.untilIdle();
  }

  async update(role: Role, topic: string): Promise<void> {
    const { engine } = this.page(role);
    // Two updates within a millisecond would have no defined order.
    await this.clock.run(1);
    const number = this.number();
    const open = this.updates.get(topic) ?? new Set();
    this.updates.set(topic, open.add(number));
    const namespaces = { cosmos: { ...APPROVED_NAMESPACES.cosmos, accounts: [`cosmos:hub:a${number}`] } };
    await this.perform(async () => {
      const { acknowledged } = await engine.update({ topic, namespaces });
      await acknowledged().catch((error: unknown) => {
        // An update rejected by the peer is reverted. One that failed to publish may still have been delivered.
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
    await this.perform(() => engine.emit({ topic, event, chainId: 'cosmos:hub' }));
  }

  async disconnect(role: Role, topic: string): Promise<void> {
    const page = this.page(role);
    if (page.session(topic) === null) return;
    page.disconnected.add(topic);
    if (page.relay.mode !== 'open') this.#away.add(topic);
    await this.perform(() => page.engine.disconnect({ topic, reason: { code: 6_000, message: '' } }));
  }

  /** Returns whether the peer cannot know that a session was disconnected, as the deletion was not published. */
  isPeerUnaware(topic: string): boolean {
    const isEnd = (each: FakePublication): boolean => each.topic === topic && isRpcRequest(each.message) && each.message.method === END;
    if (this.hub.envelopes.some(isEnd)) return false;
    return this.#away.has(topic) || this.pages.some(({ relay }) => relay.published.some(isEnd));
  }

  /** Closes all pages. */
  dispose(): void {
    for (const { page } of Object.values(this.parties)) page.close();
  }

  /** A killed page does not know the latest update: the next page handles an older one that is redelivered. */
  #forgetOrder(): void {
    for (const { topic, message, acknowledged } of this.hub.envelopes)
      if (isRpcRequest(message) && message.method === 'wc_sessionUpdate' && acknowledged.size === 0) this.unordered.add(topic);
  }
}
