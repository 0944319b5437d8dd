import type { PendingRequestTypes, ProposalTypes } from '@walletconnect/types';
import { RequestLog } from '../wallet/engine/request-log.js';
import { Turns } from '../wallet/engine/turns.js';
import { walletPicture } from '../wallet/engine/wallet-picture.js';
import { initialState, type WalletState, withChain, withoutSite, withSelected } from '../wallet/engine/wallet-state.js';
import { answerProposal, PROPOSE } from './answer-proposal.js';
import { answerSessionRequest } from './answer-session-request.js';
import { accountsOf, wholeSession, withSession } from './namespaces.js';
import { OpenQuestions } from './open-questions.js';
import type { RemoteCommand, RemoteSnapshot, Restriction } from './remote-command.js';
import type { Asker, RemoteContext, RemoteOutcome } from './remote-context.js';
import type { OfficialClient, SignSdk } from './sign-sdk.js';
import { tellAccounts, tellChain } from './tell-sessions.js';

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

  /**
   * Does what a person or a test wants; commands that read resolve with what they read.
   * @throws Error when it names what the wallet does not have, or cannot be done
   */
  async command(command: RemoteCommand): Promise<unknown> {
    const { client } = this.#options;
    switch (command.type) {
      case 'pair':
        return this.#pair(command.uri);
      case 'approve': {
        const { type: _, id, ...choice } = command;
        return this.#questions.answer(id, { approve: true, ...choice });
      }
      case 'reject':
        return this.#questions.answer(command.id, { approve: false });
      case 'disconnect':
        return this.#disconnect(command.topic);
      case 'select-account': {
        const account = this.#state.accounts[command.index];
        if (account === undefined) throw new Error(`The wallet has no account ${command.index}.`);
        this.#update((state) => withSelected(state, account.address));
        return this.#telling;
      }
      case 'switch-chain':
        if (!this.#state.chains.some(({ chainId }) => chainId === command.chainId))
          throw new Error(`The wallet has no chain ${command.chainId}.`);
        this.#update((state) => withChain(state, command.chainId));
        return this.#telling;
      case 'set-auto-approve':
        this.#update((state) => ({ ...state, autoApprove: command.on }));
        if (command.on) this.#questions.approveAll();
        return null;
      case 'set-fault':
        return this.#update((state) => ({ ...state, fault: command.fault }));
      case 'set-restriction':
        this.#restriction = command.restriction;
        return null;
      case 'set-online':
        return command.on ? client.core.relayer.transportOpen() : client.core.relayer.transportClose();
      case 'emit': {
        const session = client.session.getAll().find(({ topic }) => command.topic === undefined || topic === command.topic);
        if (session === undefined) throw new Error('The wallet has no such session.');
        const chainId = command.chainId ?? wholeSession(session).chains[0] ?? '';
        return client.emit({ topic: session.topic, chainId, event: { name: command.name, data: command.data } });
      }
      case 'next-question':
        return this.#questions.next();
      case 'read-log':
        return this.#log.entries;
      case 'read-state':
        return this.snapshot();
      case 'reset':
        return this.#reset();
      default:
        // Commands come over a wire.
        throw new Error(`The wallet knows no command ${JSON.stringify(command)}.`);
    }
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
