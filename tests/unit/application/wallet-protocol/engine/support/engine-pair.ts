import { expect } from 'vitest';
import { FakeClock, flushPromises } from '../../../../../../application/ports/clock.fake.js';
import { ConnectOperation } from '../../../../../../application/wallet-protocol/engine/connect-operation.js';
import { Pairings } from '../../../../../../application/wallet-protocol/engine/pairings.js';
import { ProposalResponder } from '../../../../../../application/wallet-protocol/engine/proposal-responder.js';
import { SessionProposer, type SessionProposerOptions } from '../../../../../../application/wallet-protocol/engine/session-proposer.js';
import { Sessions } from '../../../../../../application/wallet-protocol/engine/sessions.js';
import { FakeMessageRelay } from '../../../../../../application/wallet-protocol/message-relay.fake.js';
import { EngineParty } from './engine-party.js';

export const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };
export const WALLET = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };

/** Default namespaces that the app requests. */
export const REQUESTED_NAMESPACES = { cosmos: { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] } };

/** Default namespaces that the wallet grants. */
export const APPROVED_NAMESPACES = {
  cosmos: { chains: ['cosmos:hub'], accounts: ['cosmos:hub:a'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] },
};

const { signal } = new AbortController();

/** The rejection of a promise, `null` if it is fulfilled, or `pending`. */
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
  await flushPromises();
  return failure;
};

/** Minimal session handling: removes a session that the peer deletes. */
const handleSessionDelete = ({ context }: EngineParty): void =>
  context.calls.handle('wc_sessionDelete', async ({ topic }) => {
    await context.tables.sessions.remove(topic);
    return { response: { result: true } };
  });

/** Minimal session handling: removes sessions without a key. Returns the topics of the others. */
const restoreSessions = async ({ context: { tables, relay } }: EngineParty): Promise<readonly string[]> => {
  for (const { topic } of tables.sessions.all()) if (!(await relay.keyChain.hasKey(topic))) await tables.sessions.remove(topic);
  return tables.sessions.all().map(({ topic }) => topic);
};

/** An app and a wallet that pair and propose over one in-memory relay, each with a page that can be killed. */
export class EnginePair {
  readonly clock = new FakeClock();
  readonly options: SessionProposerOptions;
  app = new EngineParty(this.clock, new FakeMessageRelay(this.clock), APP);
  wallet = new EngineParty(this.clock, this.app.relay.peer(), WALLET);
  appPairings: Pairings;
  walletPairings: Pairings;
  proposer: SessionProposer;
  connectOperation: ConnectOperation;
  proposalResponder: ProposalResponder;
  /** Sessions of the wallet. */
  sessions: Sessions;

  constructor(options: SessionProposerOptions = {}) {
    this.options = options;
    this.appPairings = new Pairings(this.app.context);
    this.walletPairings = new Pairings(this.wallet.context);
    this.proposer = new SessionProposer(this.app.context, this.appPairings, options);
    this.connectOperation = new ConnectOperation(this.app.context, this.appPairings, this.proposer);
    this.sessions = new Sessions(this.wallet.context);
    this.proposalResponder = new ProposalResponder(this.wallet.context, this.walletPairings, this.sessions);
    handleSessionDelete(this.app);
    handleSessionDelete(this.wallet);
  }

  /** Creates a proposal and pairs the wallet. Required namespaces stay required, as with apps of earlier versions. */
  async propose(input: Parameters<ConnectOperation['connect']>[0] = { requiredNamespaces: REQUESTED_NAMESPACES }) {
    const { outcomes } = this.proposer;
    const propose: SessionProposer['propose'] = (params, proposalSignal) => this.proposer.propose({ ...params, ...input }, proposalSignal);
    const proposal = await new ConnectOperation(this.app.context, this.appPairings, { outcomes, propose }).connect(input, signal);
    if (proposal.uri !== undefined) await this.walletPairings.pair({ uri: proposal.uri }, signal);
    await flushPromises();
    return { ...proposal, uri: proposal.uri ?? '' };
  }

  approve(id: number, overrides: Partial<Parameters<ProposalResponder['approve']>[0]> = {}) {
    return this.proposalResponder.approve({ id, namespaces: APPROVED_NAMESPACES, ...overrides }, signal);
  }

  reject(id: number, reason = { code: 5_000, message: 'User rejected.' }) {
    return this.proposalResponder.reject({ id, reason }, signal);
  }

  /** Settles a session. */
  async connect() {
    const { id, approval } = await this.propose();
    const { topic, acknowledged } = await this.approve(id);
    await flushPromises();
    return { id, topic, session: await approval, settled: await acknowledged() };
  }

  /** Kills and reloads the app's page. */
  async reloadApp(): Promise<void> {
    this.app = this.app.reload();
    // Pending writes finish before the next page reads.
    await flushPromises();
    handleSessionDelete(this.app);
    this.appPairings = new Pairings(this.app.context);
    this.proposer = new SessionProposer(this.app.context, this.appPairings, this.options);
    this.connectOperation = new ConnectOperation(this.app.context, this.appPairings, this.proposer);
    await this.app.load();
    const proposals = await this.proposer.restore();
    const topics = [
      ...(await restoreSessions(this.app)),
      ...(await this.appPairings.restore()),
      ...proposals.flatMap((each) => each.topics),
    ];
    await this.app.relay.subscribe([...new Set(topics)], signal);
    await flushPromises();
  }

  /** Kills and reloads the wallet's page. */
  async reloadWallet(): Promise<void> {
    this.wallet = this.wallet.reload();
    await flushPromises();
    handleSessionDelete(this.wallet);
    this.walletPairings = new Pairings(this.wallet.context);
    this.sessions = new Sessions(this.wallet.context);
    this.proposalResponder = new ProposalResponder(this.wallet.context, this.walletPairings, this.sessions);
    await this.wallet.load();
    await this.proposalResponder.restore();
    const sessions = await restoreSessions(this.wallet);
    await this.wallet.relay.subscribe([...(await this.walletPairings.restore()), ...sessions], signal);
    await flushPromises();
  }

  /** Disposes all parties and asserts that no timer remains. */
  dispose(): void {
    this.app.close();
    this.wallet.close();
    expect(this.clock.pending).toBe(0);
  }
}
