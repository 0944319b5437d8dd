import { expect } from 'vitest';
import { FakeClock, settle } from '../../../../../../application/ports/clock.fake.js';
import { Approving } from '../../../../../../application/wallet-protocol/engine/approving.js';
import { Inviting } from '../../../../../../application/wallet-protocol/engine/inviting.js';
import { Pairings } from '../../../../../../application/wallet-protocol/engine/pairings.js';
import { Proposing, type ProposingOptions } from '../../../../../../application/wallet-protocol/engine/proposing.js';
import { Sessions } from '../../../../../../application/wallet-protocol/engine/sessions.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { EngineParty } from './engine-party.js';

export const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };
export const WALLET = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };

/** What an app asks for unless a test says otherwise. */
export const ASKED = { cosmos: { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] } };

/** What a wallet allows unless a test says otherwise. */
export const ALLOWED = {
  cosmos: { chains: ['cosmos:hub'], accounts: ['cosmos:hub:a'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] },
};

const { signal } = new AbortController();

/** What a promise is rejected with, or `pending`. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
  let failure: unknown = 'pending';
  promise.then(
    () => {
      failure = null;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  await settle();
  return failure;
};

/** Stands in for the part that keeps sessions: a peer that ends one is heard. */
const hearEnds = ({ context }: EngineParty): void =>
  context.calls.handle('wc_sessionDelete', async ({ topic }) => {
    await context.tables.sessions.remove(topic);
    return { answer: { result: true } };
  });

/** Stands in for the part that keeps sessions: one without its key is over. */
const restoreSessions = async ({ context: { tables, relay } }: EngineParty): Promise<readonly string[]> => {
  for (const { topic } of tables.sessions.all()) if (!(await relay.keyChain.hasKey(topic))) await tables.sessions.remove(topic);
  return tables.sessions.all().map(({ topic }) => topic);
};

/** An app and a wallet that pair, propose and approve over one relay in memory, each with a page that can be killed. */
export class EnginePair {
  readonly clock = new FakeClock();
  readonly options: ProposingOptions;
  app = new EngineParty(this.clock, new FakeMessageRelay(this.clock), APP);
  wallet = new EngineParty(this.clock, this.app.relay.peer(), WALLET);
  made: Pairings;
  joined: Pairings;
  proposing: Proposing;
  inviting: Inviting;
  approving: Approving;
  /** The wallet's. */
  sessions: Sessions;

  constructor(options: ProposingOptions = {}) {
    this.options = options;
    this.made = new Pairings(this.app.context);
    this.joined = new Pairings(this.wallet.context);
    this.proposing = new Proposing(this.app.context, this.made, options);
    this.inviting = new Inviting(this.app.context, this.made, this.proposing);
    this.sessions = new Sessions(this.wallet.context);
    this.approving = new Approving(this.wallet.context, this.joined, this.sessions);
    hearEnds(this.app);
    hearEnds(this.wallet);
  }

  /** An app that asks, and a wallet that has heard it. What it requires it requires, as apps of earlier versions do. */
  async ask(input: Parameters<Inviting['connect']>[0] = { requiredNamespaces: ASKED }) {
    const { outcomes } = this.proposing;
    const propose: Proposing['propose'] = (given, life) => this.proposing.propose({ ...given, ...input }, life);
    const asking = await new Inviting(this.app.context, this.made, { outcomes, propose }).connect(input, signal);
    if (asking.uri !== undefined) await this.joined.pair({ uri: asking.uri }, signal);
    await settle();
    return { ...asking, uri: asking.uri ?? '' };
  }

  approve(id: number, more: Partial<Parameters<Approving['approve']>[0]> = {}) {
    return this.approving.approve({ id, namespaces: ALLOWED, ...more }, signal);
  }

  reject(id: number, reason = { code: 5_000, message: 'User rejected.' }) {
    return this.approving.reject({ id, reason }, signal);
  }

  /** A session of both. */
  async connect() {
    const { id, approval } = await this.ask();
    const { topic, acknowledged } = await this.approve(id);
    await settle();
    return { id, topic, session: await approval, settled: await acknowledged() };
  }

  /** The app's page is killed and opened again. */
  async reloadApp(): Promise<void> {
    this.app = this.app.reload();
    // What the page has begun to write is written before the next one reads.
    await settle();
    hearEnds(this.app);
    this.made = new Pairings(this.app.context);
    this.proposing = new Proposing(this.app.context, this.made, this.options);
    this.inviting = new Inviting(this.app.context, this.made, this.proposing);
    await this.app.load();
    const shown = await this.proposing.restore();
    const topics = [...(await restoreSessions(this.app)), ...(await this.made.restore()), ...shown.flatMap((each) => each.topics)];
    await this.app.relay.subscribe([...new Set(topics)], signal);
    await settle();
  }

  /** The wallet's page is killed and opened again. */
  async reloadWallet(): Promise<void> {
    this.wallet = this.wallet.reload();
    await settle();
    hearEnds(this.wallet);
    this.joined = new Pairings(this.wallet.context);
    this.sessions = new Sessions(this.wallet.context);
    this.approving = new Approving(this.wallet.context, this.joined, this.sessions);
    await this.wallet.load();
    await this.approving.restore();
    const sessions = await restoreSessions(this.wallet);
    await this.wallet.relay.subscribe([...(await this.joined.restore()), ...sessions], signal);
    await settle();
  }

  /** Ends everything; no timer may be left. */
  end(): void {
    this.app.close();
    this.wallet.close();
    expect(this.clock.pending).toBe(0);
  }
}
