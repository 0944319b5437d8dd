import type { PendingRequestTypes, ProposalTypes, SessionTypes } from '@walletconnect/types';
import { RequestLog } from '../wallet/engine/request-log.js';
import { Turns } from '../wallet/engine/turns.js';
import { walletPicture } from '../wallet/engine/wallet-picture.js';
import { accountsFor, initialState, type WalletState, withChain, withoutSite, withSelected } from '../wallet/engine/wallet-state.js';
import { answerProposal, answerSessionRequest, PROPOSE } from './answers.js';
import { accountsOf, chainName, ownNamespace, partsOf, wholeSession, withAccounts, withSession } from './namespaces.js';
import type { OfficialClient, SignSdk } from './open-client.js';
import { OpenQuestions } from './open-questions.js';
import type { Asker, RemoteContext, RemoteOutcome } from './remote-context.js';
import type { RemoteSnapshot, RemoteWalletControl, Restriction } from './remote-control.js';

type Part = Required<SessionTypes.Namespace>;

/** Tells a session an event of one of its namespaces, if it was approved. */
const emit = async ({ client }: RemoteContext, topic: string, part: Part, chainId: string, name: string, data: unknown): Promise<void> => {
  if (part.events.includes(name)) await client.emit({ topic, chainId, event: { name, data } });
};

/** The chain on which a namespace hears of accounts: the wallet's, or its first where the wallet is not on one of it. */
const chainOf = ({ chains }: Part, chainId: number): string =>
  chains.find((chain) => chain === chainName(chainId)) ?? chains[0] ?? chainName(chainId);

/** What a site hears of its addresses. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#bip122_addresseschanged */
const addressesOf = (accounts: readonly string[]): unknown =>
  accounts.map((account) => ({ address: account.split(':')[2], intention: 'payment' }));

/** Gives every session the accounts it may see now, the chosen one first, and says so. */
const tellAccounts = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const state = context.state();
  for (const session of client.session.getAll()) {
    const accounts = accountsFor(state, session.topic);
    if (accounts.length === 0 || accounts.join() === accountsOf(state, session).join()) continue;
    const namespaces = withAccounts(state, session, accounts);
    await client.update({ topic: session.topic, namespaces });
    for (const [name, part] of partsOf({ ...session, namespaces })) {
      const chain = chainOf(part, state.chainId);
      const told = part.accounts.filter((account) => account.startsWith(`${chain}:`));
      await emit(context, session.topic, part, chain, 'accountsChanged', told);
      if (name === 'bip122') await emit(context, session.topic, part, chain, 'bip122_addressesChanged', addressesOf(told));
    }
  }
};

/** Tells every session the wallet's chain, after adding it to those that did not have it. */
const tellChain = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const state = context.state();
  const { chainId } = state;
  for (const session of client.session.getAll()) {
    const own = ownNamespace(session);
    if (own === null) continue;
    if (!own.chains.includes(chainName(chainId)))
      await client.update({ topic: session.topic, namespaces: withAccounts(state, session, accountsOf(state, session), chainId) });
    await emit(context, session.topic, own, chainName(chainId), 'chainChanged', chainId);
  }
};

/** What a wallet behind a relay is made of. */
export interface RemoteWalletOptions {
  readonly client: OfficialClient;
  readonly sdk: SignSdk;
  readonly state: WalletState;
  /** Called with every new state, for hosts that store it. */
  keep?(state: WalletState): void;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a link cannot be used, by what the official client says of it. */
const linkTrouble = (error: unknown): string => {
  const words = wordsOf(error);
  if (/expired/i.test(words)) return 'This link has expired. Ask the app for a new one.';
  if (/already exists/i.test(words)) return 'This link was used before. Ask the app for a new one.';
  if (/missing or invalid/i.test(words)) return 'This is no link of an app. It begins with wc: and is long.';
  return `This link cannot be used: ${words}`;
};

/**
 * A wallet that apps reach through a relay. The official client carries the protocol; this class asks the person, signs with the methods of
 * the injected wallet, and tells sessions what changed. It knows neither pages nor sockets.
 */
export class RemoteWallet {
  readonly #options: RemoteWalletOptions;
  readonly #log = new RequestLog();
  readonly #questions = new OpenQuestions(() => this.#tell());
  readonly #listeners = new Set<(snapshot: RemoteSnapshot) => void>();
  /** What a person or a test can do. */
  readonly control: RemoteWalletControl = {
    pair: (uri) => this.#pair(uri),
    nextQuestion: () => this.#questions.next(),
    approve: ({ id, ...choice } = {}) => this.#questions.answer(id, { approve: true, ...choice }),
    reject: (id) => this.#questions.answer(id, { approve: false }),
    disconnect: (topic) => this.#disconnect(topic),
    selectAccount: async (index) => {
      this.#update((state) => withSelected(state, index));
      return this.#telling;
    },
    switchChain: async (chainId) => {
      this.#update((state) => withChain(state, chainId));
      return this.#telling;
    },
    emit: (name, data, chainId, topic) => this.#emit(name, data, chainId, topic),
    autoApprove: async (on) => {
      this.#update((state) => ({ ...state, autoApprove: on }));
      if (on) this.#questions.approveAll();
    },
    setFault: async (fault) => this.#update((state) => ({ ...state, fault })),
    restrict: async (restriction) => {
      this.#restriction = restriction;
    },
    setOnline: (on) => {
      const { relayer } = this.#options.client.core;
      return on ? relayer.transportOpen() : relayer.transportClose();
    },
    requests: async () => this.#log.entries,
    state: async () => this.snapshot(),
    reset: () => this.#reset(),
  };
  readonly #context: RemoteContext;
  /** Proposals and requests seen, and among them those that need no answer any more. The relay delivers at least once. */
  readonly #seen = new Set<number>();
  readonly #over = new Set<number>();
  /** Topic by id, of those that are being answered. */
  readonly #open = new Map<number, string>();
  #state: WalletState;
  #restriction: Restriction | null = null;
  #pairing: RemoteSnapshot['pairing'] = 'idle';
  #trouble: string | null = null;
  #telling: Promise<void> = Promise.resolve();

  constructor(options: RemoteWalletOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#context = {
      client: options.client,
      sdk: options.sdk,
      turns: new Turns(),
      state: () => this.#state,
      update: (change) => this.#update(change),
      restriction: () => this.#restriction,
      ask: async (asker, question) => (this.#state.autoApprove ? { approve: true } : this.#questions.ask(asker, question)),
      isOver: (id) => this.#over.has(id),
    };
    this.#listen();
    this.#resume();
  }

  /** What the wallet shows. */
  snapshot(): RemoteSnapshot {
    return {
      ...walletPicture(this.#state),
      sessions: this.#options.client.session.getAll().map((session) => {
        const { name, url } = session.peer.metadata;
        return { topic: session.topic, name, url, ...wholeSession(session) };
      }),
      questions: this.#questions.all,
      pairing: this.#pairing,
      trouble: this.#trouble,
    };
  }

  /** Calls a listener with the snapshot after each change; returns what ends that. */
  watch(listener: (snapshot: RemoteSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #pair(uri: string): Promise<void> {
    this.#show('connecting', null);
    try {
      await this.#options.client.pair({ uri });
      // The question may have come first.
      if (this.#pairing === 'connecting') this.#show('waiting', null);
    } catch (error) {
      this.#show('idle', linkTrouble(error));
      throw error;
    }
  }

  async #emit(name: string, data: unknown, chainId: string | null = null, wanted: string | null = null): Promise<void> {
    const { client } = this.#options;
    const session = client.session.getAll().find(({ topic }) => wanted === null || topic === wanted);
    if (session === undefined) throw new Error('The wallet has no such session.');
    await client.emit({ topic: session.topic, chainId: chainId ?? wholeSession(session).chains[0] ?? '', event: { name, data } });
  }

  async #disconnect(topic: string | undefined): Promise<void> {
    const { client, sdk } = this.#options;
    const topics = client.session.keys.filter((key) => topic === undefined || key === topic);
    if (topic !== undefined && topics.length === 0) throw new Error('The wallet has no such session.');
    for (const key of topics) {
      await client.disconnect({ topic: key, reason: sdk.getSdkError('USER_DISCONNECTED') });
      this.#forget(key);
    }
  }

  async #reset(): Promise<void> {
    this.#questions.takeBack('all');
    await this.#disconnect(undefined);
    this.#restriction = null;
    this.#log.clear();
    this.#show('idle', null);
    this.#state = initialState(this.#state.accounts, this.#state.chains, this.#state.nodes);
    this.#options.keep?.(this.#state);
    this.#tell();
  }

  #listen(): void {
    const { client } = this.#options;
    client.on('session_proposal', ({ params }) => this.#propose(params));
    client.on('session_request', (pending) => this.#request(pending));
    client.on('session_delete', ({ topic }) => this.#forget(topic));
    client.on('session_expire', ({ topic }) => this.#forget(topic));
    client.on('proposal_expire', ({ id }) => this.#expire(id));
    client.on('session_request_expire', ({ id }) => this.#expire(id));
    client.core.pairing.events.on('pairing_expire', () => {
      if (this.#pairing === 'waiting') this.#show('idle', 'The app did not answer in time. Ask it for a new link.');
    });
  }

  /** Takes up what an earlier life of this wallet left: its sessions, and questions that nobody answered. */
  #resume(): void {
    const { client } = this.#options;
    for (const session of client.session.getAll()) {
      this.#state = withSession(this.#state, session, accountsOf(this.#state, session));
    }
    for (const proposal of client.proposal.getAll()) this.#propose(proposal);
    for (const pending of client.getPendingSessionRequests()) this.#request(pending);
  }

  #propose(proposal: ProposalTypes.Struct): void {
    if (this.#pairing !== 'idle') this.#show('idle', null);
    const { id, requiredNamespaces, optionalNamespaces, pairingTopic } = proposal;
    const asker = { id, method: PROPOSE, url: proposal.proposer.metadata.url, topic: pairingTopic };
    this.#take(asker, { requiredNamespaces, optionalNamespaces }, () => answerProposal(proposal, this.#context));
  }

  #request(pending: PendingRequestTypes.Struct): void {
    const { id, topic, params } = pending;
    const { url } = this.#options.client.session.get(topic).peer.metadata;
    this.#take({ id, method: params.request.method, url, topic }, params.request.params, () =>
      answerSessionRequest(pending, this.#context),
    );
  }

  #take({ id, method, url, topic }: Asker, params: unknown, answer: () => Promise<RemoteOutcome>): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#open.set(id, topic);
    this.#log.start({ id: String(id), origin: url, method, params: params ?? null, atMs: Date.now() });
    const run = async (): Promise<void> => {
      try {
        const { outcome, code } = await answer();
        if (outcome !== 'pending') this.#log.end(String(id), outcome, code);
      } catch (error) {
        this.#log.end(String(id), this.#over.has(id) ? 'abandoned' : 'failed');
        if (this.#over.has(id)) return;
        this.#show(this.#pairing, wordsOf(error));
        throw error;
      } finally {
        this.#open.delete(id);
        this.#tell();
      }
    };
    this.#questions.follow(id, run());
  }

  #expire(id: number): void {
    this.#over.add(id);
    this.#questions.takeBack({ id });
  }

  /** A session is gone, and what was asked on it. */
  #forget(topic: string): void {
    for (const [id, asked] of this.#open) if (asked === topic) this.#over.add(id);
    this.#questions.takeBack({ topic });
    this.#update((state) => withoutSite(state, topic));
  }

  #update(change: (state: WalletState) => WalletState): void {
    const before = this.#state;
    this.#state = change(before);
    this.#options.keep?.(this.#state);
    if (before.selected !== this.#state.selected) this.#afterwards(tellAccounts);
    if (before.chainId !== this.#state.chainId) this.#afterwards(tellChain);
    this.#tell();
  }

  /** Sessions are told one change after another. */
  #afterwards(tell: (context: RemoteContext) => Promise<void>): void {
    const told = this.#telling.then(() => tell(this.#context)).finally(() => this.#tell());
    this.#telling = told.catch((error: unknown) => this.#show(this.#pairing, wordsOf(error)));
  }

  #show(pairing: RemoteSnapshot['pairing'], trouble: string | null): void {
    this.#pairing = pairing;
    this.#trouble = trouble;
    this.#tell();
  }

  #tell(): void {
    const snapshot = this.snapshot();
    for (const listener of this.#listeners) listener(snapshot);
  }
}
