import type { PendingRequestTypes, ProposalTypes, SessionTypes } from '@walletconnect/types';
import { KeyedMutex } from '../wallet/engine/keyed-mutex.js';
import { publicState } from '../wallet/engine/public-state.js';
import { RequestLog } from '../wallet/engine/request-log.js';
import { accountsFor, initialState, type WalletState, withChain, withoutSite, withSelected } from '../wallet/engine/wallet-state.js';
import type { VerifyResult } from './describe-app.js';
import { AUTHENTICATE, handleAuthentication, type SignInRequest } from './handle-authentication.js';
import { handleProposal, handleSessionRequest, PROPOSE } from './handle-requests.js';
import { accountsOf, chainName, ownNamespace, partsOf, wholeSession, withAccounts, withSession } from './namespaces.js';
import type { OfficialClient, SignSdk } from './open-client.js';
import { OpenPrompts } from './open-prompts.js';
import type { RemoteContext, RemoteOutcome, RequestSource } from './remote-context.js';
import type { RemoteSnapshot, RemoteWalletControl, Restriction } from './remote-control.js';

type ApprovedNamespace = Required<SessionTypes.Namespace>;

/** Emits an event to a namespace of a session, if the event was approved. */
const emit = async (
  { client }: RemoteContext,
  topic: string,
  part: ApprovedNamespace,
  chainId: string,
  name: string,
  data: unknown,
): Promise<void> => {
  if (part.events.includes(name)) await client.emit({ topic, chainId, event: { name, data } });
};

/** Returns the chain for account events: the wallet's current chain, or the namespace's first one. */
const chainOf = ({ chains }: ApprovedNamespace, chainId: number): string =>
  chains.find((chain) => chain === chainName(chainId)) ?? chains[0] ?? chainName(chainId);

/**
 * Payload of `bip122_addressesChanged`. @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc#bip122_addresseschanged
 */
const addressesOf = (accounts: readonly string[]): unknown =>
  accounts.map((account) => ({ address: account.split(':')[2], intention: 'payment' }));

/** Updates the accounts of every session, the selected one first, and emits the change. */
const emitAccounts = async (context: RemoteContext): Promise<void> => {
  const { client } = context;
  const state = context.state();
  for (const session of client.session.getAll()) {
    const accounts = accountsFor(state, session.topic);
    if (accounts.length === 0 || accounts.join() === accountsOf(state, session).join()) continue;
    const namespaces = withAccounts(state, session, accounts);
    await client.update({ topic: session.topic, namespaces });
    for (const [name, part] of partsOf({ ...session, namespaces })) {
      const chain = chainOf(part, state.chainId);
      const accountsOnChain = part.accounts.filter((account) => account.startsWith(`${chain}:`));
      await emit(context, session.topic, part, chain, 'accountsChanged', accountsOnChain);
      if (name === 'bip122') await emit(context, session.topic, part, chain, 'bip122_addressesChanged', addressesOf(accountsOnChain));
    }
  }
};

/** Emits the wallet's chain to every session. Sessions without that chain are updated first. */
const emitChain = async (context: RemoteContext): Promise<void> => {
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

/** Options of {@link RemoteWallet}. */
export interface RemoteWalletOptions {
  readonly client: OfficialClient;
  readonly sdk: SignSdk;
  readonly state: WalletState;
  /** True to sign in to apps with the approval of a connection. Default false: apps get the approval of their proposal. */
  readonly supportsSignIn?: boolean;
  /** Called with every new state, to store it. */
  save?(state: WalletState, supportsSignIn: boolean): void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Converts the SDK's pairing error to a message for the user. */
const pairingErrorMessage = (error: unknown): string => {
  const message = messageOf(error);
  if (/expired/i.test(message)) return 'This link has expired. Create a new one in the app.';
  if (/already exists/i.test(message)) return 'This link has already been used. Create a new one in the app.';
  if (/missing or invalid/i.test(message)) return 'This is not a valid link. A WalletConnect link starts with "wc:".';
  return `Can't use this link: ${message}`;
};

/**
 * A wallet that apps connect to through a relay. The SDK implements the protocol. This class asks the user, signs with the methods of the
 * injected wallet, and notifies sessions of changes. It does not depend on the DOM or on sockets.
 */
export class RemoteWallet {
  readonly #options: RemoteWalletOptions;
  readonly #log = new RequestLog();
  readonly #prompts = new OpenPrompts(() => this.#notify());
  readonly #listeners = new Set<(snapshot: RemoteSnapshot) => void>();
  /** Actions of the user or a test. */
  readonly control: RemoteWalletControl = {
    pair: (uri) => this.#pair(uri),
    nextPrompt: () => this.#prompts.next(),
    approve: ({ id, ...choice } = {}) => this.#prompts.decide(id, { approve: true, ...choice }),
    reject: (id) => this.#prompts.decide(id, { approve: false }),
    disconnect: (topic) => this.#disconnect(topic),
    selectAccount: async (index) => {
      this.#update((state) => withSelected(state, index));
      return this.#notifying;
    },
    switchChain: async (chainId) => {
      this.#update((state) => withChain(state, chainId));
      return this.#notifying;
    },
    emit: (name, data, chainId, topic) => this.#emit(name, data, chainId, topic),
    autoApprove: async (on) => {
      this.#update((state) => ({ ...state, autoApprove: on }));
      if (on) this.#prompts.approveAll();
    },
    setFault: async (fault) => this.#update((state) => ({ ...state, fault })),
    setSignIn: async (on) => {
      this.#listenForSignIn(on);
      this.#save();
      this.#notify();
    },
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
  /** Ids of received proposals and requests, because the relay delivers at least once, and of those that no longer need a response. */
  readonly #seen = new Set<number>();
  readonly #obsolete = new Set<number>();
  /** Topic by id of the proposals and requests in progress. */
  readonly #open = new Map<number, string>();
  #state: WalletState;
  #restriction: Restriction | null = null;
  #supportsSignIn = false;
  #pairing: RemoteSnapshot['pairing'] = 'idle';
  #trouble: string | null = null;
  #notifying: Promise<void> = Promise.resolve();

  constructor(options: RemoteWalletOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#context = {
      client: options.client,
      sdk: options.sdk,
      mutex: new KeyedMutex(),
      state: () => this.#state,
      update: (change) => this.#update(change),
      restriction: () => this.#restriction,
      ask: async (source, prompt) => (this.#state.autoApprove ? { approve: true } : this.#prompts.ask(source, prompt)),
      isObsolete: (id) => this.#obsolete.has(id),
    };
    this.#listen();
    this.#resume();
  }

  /** Returns the state of the wallet's UI. */
  snapshot(): RemoteSnapshot {
    return {
      ...publicState(this.#state),
      sessions: this.#options.client.session.getAll().map((session) => {
        const { name, url } = session.peer.metadata;
        return { topic: session.topic, name, url, ...wholeSession(session) };
      }),
      prompts: this.#prompts.all,
      pairing: this.#pairing,
      trouble: this.#trouble,
      supportsSignIn: this.#supportsSignIn,
    };
  }

  /** Calls a listener with the snapshot after each change. Returns a function that unsubscribes. */
  watch(listener: (snapshot: RemoteSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #pair(uri: string): Promise<void> {
    this.#show('connecting', null);
    try {
      await this.#options.client.pair({ uri });
      // The proposal may already have arrived.
      if (this.#pairing === 'connecting') this.#show('waiting', null);
    } catch (error) {
      this.#show('idle', pairingErrorMessage(error));
      throw error;
    }
  }

  async #emit(name: string, data: unknown, chainId: string | null = null, sessionTopic: string | null = null): Promise<void> {
    const { client } = this.#options;
    const session = client.session.getAll().find(({ topic }) => sessionTopic === null || topic === sessionTopic);
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
    this.#prompts.withdraw('all');
    await this.#disconnect(undefined);
    this.#restriction = null;
    this.#log.clear();
    this.#show('idle', null);
    this.#state = initialState(this.#state.accounts, this.#state.chains, this.#state.nodes);
    this.#listenForSignIn(this.#options.supportsSignIn === true);
    this.#save();
    this.#notify();
  }

  #listen(): void {
    const { client } = this.#options;
    client.on('session_proposal', ({ params, verifyContext }) => this.#propose(params, verifyContext.verified));
    this.#listenForSignIn(this.#options.supportsSignIn === true);
    client.on('session_request', (pending) => this.#request(pending));
    client.on('session_delete', ({ topic }) => this.#forget(topic));
    client.on('session_expire', ({ topic }) => this.#forget(topic));
    client.on('proposal_expire', ({ id }) => this.#expire(id));
    client.on('session_request_expire', ({ id }) => this.#expire(id));
    // The SDK has no event for sign-in requests that expire.
    client.core.expirer.on('expirer_expired', ({ target }: { readonly target: string }) => {
      const [kind, id] = target.split(':');
      if (kind === 'id') this.#expire(Number(id));
    });
    client.core.pairing.events.on('pairing_expire', () => {
      if (this.#pairing === 'waiting') this.#show('idle', 'The app did not respond in time. Create a new link in the app.');
    });
  }

  /** Sign-in requests are accompanied by a proposal, which the SDK emits instead while nothing listens for the requests. */
  #listenForSignIn(on: boolean): void {
    const { client } = this.#options;
    if (on === this.#supportsSignIn) return;
    this.#supportsSignIn = on;
    if (on) client.on('session_authenticate', this.#authenticate);
    else client.off('session_authenticate', this.#authenticate);
  }

  #save(): void {
    this.#options.save?.(this.#state, this.#supportsSignIn);
  }

  /** Restores an earlier instance's sessions and pending requests. */
  #resume(): void {
    const { client } = this.#options;
    for (const session of client.session.getAll()) {
      this.#state = withSession(this.#state, session, accountsOf(this.#state, session));
    }
    for (const proposal of client.proposal.getAll()) this.#propose(proposal);
    for (const pending of client.getPendingSessionRequests()) this.#request(pending);
    if (!this.#supportsSignIn) return;
    for (const { id, pairingTopic, verifyContext, ...params } of client.auth.requests.getAll())
      this.#authenticate({ id, topic: pairingTopic, params, verifyContext });
  }

  #propose(proposal: ProposalTypes.Struct, verified?: VerifyResult): void {
    if (this.#pairing !== 'idle') this.#show('idle', null);
    const { id, requiredNamespaces, optionalNamespaces, pairingTopic } = proposal;
    const source = { id, method: PROPOSE, url: proposal.proposer.metadata.url, topic: pairingTopic };
    this.#handle(source, { requiredNamespaces, optionalNamespaces }, () => handleProposal(proposal, verified, this.#context));
  }

  /** A property, so that its listener can be removed. */
  readonly #authenticate = (request: SignInRequest): void => {
    if (this.#pairing !== 'idle') this.#show('idle', null);
    const { id, topic, params } = request;
    const source = { id, method: AUTHENTICATE, url: params.requester.metadata.url, topic };
    this.#handle(source, params.authPayload, () => handleAuthentication(request, this.#context));
  };

  #request(pending: PendingRequestTypes.Struct): void {
    const { id, topic, params } = pending;
    const { url } = this.#options.client.session.get(topic).peer.metadata;
    this.#handle({ id, method: params.request.method, url, topic }, params.request.params, () =>
      handleSessionRequest(pending, this.#context),
    );
  }

  #handle({ id, method, url, topic }: RequestSource, params: unknown, run: () => Promise<RemoteOutcome>): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#open.set(id, topic);
    this.#log.start({ id: String(id), origin: url, method, params: params ?? null, atMs: Date.now() });
    const handle = async (): Promise<void> => {
      try {
        const { outcome, code } = await run();
        if (outcome !== 'pending') this.#log.settle(String(id), outcome, code);
      } catch (error) {
        this.#log.settle(String(id), this.#obsolete.has(id) ? 'abandoned' : 'failed');
        if (this.#obsolete.has(id)) return;
        this.#show(this.#pairing, messageOf(error));
        throw error;
      } finally {
        this.#open.delete(id);
        this.#notify();
      }
    };
    this.#prompts.follow(id, handle());
  }

  #expire(id: number): void {
    this.#obsolete.add(id);
    this.#prompts.withdraw({ id });
  }

  /** Removes a deleted session and its pending requests. */
  #forget(topic: string): void {
    for (const [id, requestTopic] of this.#open) if (requestTopic === topic) this.#obsolete.add(id);
    this.#prompts.withdraw({ topic });
    this.#update((state) => withoutSite(state, topic));
  }

  #update(change: (state: WalletState) => WalletState): void {
    const before = this.#state;
    this.#state = change(before);
    this.#save();
    if (before.selected !== this.#state.selected) this.#queueNotification(emitAccounts);
    if (before.chainId !== this.#state.chainId) this.#queueNotification(emitChain);
    this.#notify();
  }

  /** Notifies sessions of one change at a time. */
  #queueNotification(notify: (context: RemoteContext) => Promise<void>): void {
    const notified = this.#notifying.then(() => notify(this.#context)).finally(() => this.#notify());
    this.#notifying = notified.catch((error: unknown) => this.#show(this.#pairing, messageOf(error)));
  }

  #show(pairing: RemoteSnapshot['pairing'], trouble: string | null): void {
    this.#pairing = pairing;
    this.#trouble = trouble;
    this.#notify();
  }

  #notify(): void {
    const snapshot = this.snapshot();
    for (const listener of this.#listeners) listener(snapshot);
  }
}
