import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { AuthenticateParams } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { isRpcFailure, type RpcErrorObject, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { PAIRING_VALIDITY_MS, PROPOSAL_EXPIRY_S, pairingExpiry } from '../../../domain/wallet-protocol/pairing-clock.js';
import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import { isMethodUnsupported, PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import { readProperties } from '../../../domain/wallet-protocol/properties.js';
import { type Proposal, withoutSession } from '../../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { readResponderKey, settle } from '../../../domain/wallet-protocol/settlement.js';
import { onAbort } from '../../shared/on-abort.js';
import type { AuthExchange, AuthOutcomeHandler } from './auth-exchange.js';
import { type AfterResponse, type CallOutcome, type IncomingCall, PeerError } from './calls.js';
import { forgetTopic, type RequesterContext } from './engine-context.js';
import { agreedTopic } from './key-agreement.js';
import type { NewPairing, Pairings } from './pairings.js';
import type { ConnectParams } from './sign-calls.js';

/** A sign-in to request together with a proposal. */
export interface ProposedSignIn extends AuthenticateParams {
  /** RFC 3339. Default: now. */
  readonly issuedAt?: string | undefined;
}

/** The requested namespaces and the options of the proposal. */
export interface ProposeInput extends ConnectParams {
  /** Id of the call. Default: a new one. */
  readonly id?: number;
  /** Pairing made by the caller, who removes it if the proposal fails. */
  readonly pairing?: NewPairing;
  /**
   * Requested on the same pairing. Whichever the wallet responds to first, signing it or approving the proposal, is the outcome. Only for
   * proposers with `signIns`.
   */
  readonly signIn?: ProposedSignIn | undefined;
}

/** A proposal that a wallet can approve. */
export interface PublishedProposal {
  readonly id: number;
  /** Secret: contains the pairing's symmetric key. `''` on an existing pairing. */
  readonly uri: string;
  /** Time until which the URI is displayed, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A proposal of an earlier page load, and the topics that may have responses. */
type RestoredProposal = PublishedProposal & { readonly topics: readonly string[] };

/** The pairings of proposals. */
export type ProposalPairings = Pick<Pairings, 'get' | 'make' | 'activate' | 'remove' | 'onSessionSettled'> & {
  /**
   * @param expiry of the proposal, in seconds since 1970
   * @param methods requested on the pairing besides the proposal
   */
  readonly uriOf: (topic: string, expiry: number, methods?: readonly string[]) => Promise<string | null>;
};

/** Outcome of a proposal. */
export type ProposalOutcome = { readonly id: number } & ({ readonly session: ProtocolSession } | { readonly error: Error });

/**
 * Handles an outcome: returns `true` if it belongs to this handler, or a function that is called synchronously after the session was added
 * to the session table. A promise defers the outcome: once it resolves, the outcome is offered to all current handlers again.
 */
export type OutcomeHandler = (outcome: ProposalOutcome) => boolean | (() => void) | Promise<void>;

interface OfferOptions {
  /** Returns whether the outcome is still valid after a handler deferred it. */
  readonly isStillValid?: () => boolean;
  /** Adds the session to the table. */
  readonly store?: () => void;
  /** Stores a session that no handler takes. Default `false` */
  readonly shouldStoreUnhandled?: boolean;
}

/** Handlers of proposal outcomes. Sessions are stored and handed over synchronously. */
class ProposalOutcomes {
  readonly #handlers = new Set<OutcomeHandler>();
  readonly #pendingRejects = new Set<(error: Error) => void>();

  /** Offers outcomes to a handler until the returned function is called. */
  subscribe(handler: OutcomeHandler): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  /** Returns the session of a proposal. The promise never causes an unhandled rejection. */
  of(id: number): Promise<ProtocolSession> {
    const session = new Promise<ProtocolSession>((resolve, reject) => {
      const unsubscribe = this.subscribe((outcome) => {
        if (outcome.id !== id) return false;
        unsubscribe();
        this.#pendingRejects.delete(reject);
        if ('session' in outcome) return () => resolve(outcome.session);
        reject(outcome.error);
        return true;
      });
      this.#pendingRejects.add(reject);
    });
    session.catch(() => undefined);
    return session;
  }

  /** Returns whether a handler took the outcome; `null` if it became invalid while deferred. */
  async offer(
    outcome: ProposalOutcome,
    { isStillValid = () => true, store, shouldStoreUnhandled = false }: OfferOptions = {},
  ): Promise<boolean | null> {
    for (;;) {
      let handled: ReturnType<OutcomeHandler> = false;
      for (const handler of [...this.#handlers]) handled ||= handler(outcome);
      if (handled === false && shouldStoreUnhandled) handled = true;
      if (typeof handled === 'boolean' || typeof handled === 'function') {
        if (handled !== false) store?.();
        if (typeof handled === 'function') handled();
        return handled !== false;
      }
      await handled;
      if (!isStillValid()) return null;
    }
  }

  /** Rejects all pending sessions and removes the handlers. */
  dispose(reason: Error): void {
    for (const fail of this.#pendingRejects) fail(reason);
    this.#pendingRejects.clear();
    this.#handlers.clear();
  }
}

export interface SessionProposerOptions {
  /** Removes the pairing with its proposal, and disconnects sessions that no handler takes. Default `false`: both are kept. */
  readonly isOneOff?: boolean;
  /** Creates the exchange for sign-ins that are requested together with proposals. Default: none are. */
  readonly signIns?: ((handler: AuthOutcomeHandler) => AuthExchange) | undefined;
}

const METHOD = 'wc_sessionPropose';
const SIGN_IN_METHOD = 'wc_sessionAuthenticate';

/** An expiry that fires with more delay than this means that the page was suspended, in milliseconds. */
const ASLEEP_MS = 2_000;
/** Time for the relay to deliver waiting messages after a suspension, in seconds. */
const GRACE_PERIOD_S = 15;

/**
 * The app's side of proposals, from the URI to the settled session. Proposals are stored, so that the next page load can continue them.
 * A settled session is handed to its handler synchronously.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class SessionProposer {
  readonly #context: RequesterContext;
  readonly #pairings: ProposalPairings;
  readonly #isOneOff: boolean;
  readonly #outcomes = new ProposalOutcomes();
  /** Ids of proposals whose outcome this page awaits. */
  readonly #pending = new Set<number>();
  /** Ids of all proposals that this page has made or restored. Other stored proposals are from earlier page loads. */
  readonly #claimed = new Set<number>();
  /** Ids of proposals that expired while the page was suspended, and are still accepted for a short time. */
  readonly #inGracePeriod = new Set<number>();
  readonly #signIns: AuthExchange | undefined;

  constructor(context: RequesterContext, pairings: ProposalPairings, { isOneOff = false, signIns }: SessionProposerOptions = {}) {
    const { calls, expiries, lifetime, bestEffort } = context;
    this.#context = context;
    this.#pairings = pairings;
    this.#isOneOff = isOneOff;
    this.#signIns = signIns?.({
      claimed: async (request) => this.#onSignInClaimed(request),
      signed: (request, { session }) => this.#onSigned(request, session),
      failed: (request, error) =>
        this.#failOn(request, new LatchkeyError('wallet/invalid-response', { method: SIGN_IN_METHOD }, { cause: error })),
      rejected: (request, error) => this.#onSignInRejected(request, error),
    });
    calls.onUnmatchedResponse((topic, response) => this.#onResponse(topic, response));
    calls.handle('wc_sessionSettle', (call) => this.#onSettle(call));
    expiries.on('proposal', (id) => void bestEffort(this.#expire(id)));
    onAbort(lifetime, () => this.#outcomes.dispose(lifetime.reason));
  }

  /** Offers outcomes to a handler until the returned function is called. */
  subscribe(handler: OutcomeHandler): () => void {
    return this.#outcomes.subscribe(handler);
  }

  get outcomes(): ProposalOutcomes {
    return this.#outcomes;
  }

  /**
   * Publishes a proposal, on the given pairing if it is active, otherwise on a new one.
   * @throws LatchkeyError `relay/…`
   */
  async propose(input: ProposeInput, signal: AbortSignal): Promise<PublishedProposal> {
    const { relay, calls, tables, expiries, clock, metadata, bestEffort, lifetime } = this.#context;
    const active = input.pairingTopic === undefined ? null : this.#pairings.get(input.pairingTopic);
    const isShared = active?.active === true;
    // Computed before publishing, so that a slow relay does not extend the URI's validity.
    const expiresAt = pairingExpiry(clock.now());
    const expiryTimestamp = Math.floor(clock.now() / 1_000) + PROPOSAL_EXPIRY_S;
    // A wallet that sees the method in the URI waits for its request.
    const methods = this.#signIns === undefined || input.signIn === undefined ? [] : [SIGN_IN_METHOD];
    const { pairing, uri } = input.pairing ?? (isShared ? { pairing: active, uri: '' } : await this.#pairings.make({ methods }));
    const { id = calls.newId(), requiredNamespaces = {}, optionalNamespaces = {}, relays = [{ protocol: RELAY_PROTOCOL }] } = input;
    const { topic } = pairing;
    const proposer = { publicKey: await relay.keyChain.createKeyPair(), metadata: metadata() };
    const params = {
      id,
      pairingTopic: topic,
      expiryTimestamp,
      relays,
      proposer,
      requiredNamespaces,
      optionalNamespaces,
      ...readProperties(input),
    };
    const proposal: Proposal = { ...params, isOwn: true };
    try {
      this.#claim(id);
      // A store of the app may fail. The next page load then cannot restore the proposal.
      await bestEffort(tables.proposals.set(id, proposal));
      expiries.set({ kind: 'proposal', key: id, expiry: expiryTimestamp });
      // In parallel: responses that arrive before the subscription wait in the mailbox.
      await Promise.all([
        relay.subscribe([topic], signal),
        input.signIn === undefined ? undefined : this.#requestSignIn(proposal, input.signIn, signal),
        calls.notify({ id, topic, method: METHOD, params }, signal),
      ]);
      if (this.#isOneOff) await bestEffort(tables.proposals.change(id, { isShown: true }));
    } catch (error) {
      this.#pending.delete(id);
      // A disposed client keeps the record for the next page load.
      if (lifetime.aborted) throw error;
      await bestEffort(this.#forget(proposal));
      if (!isShared && input.pairing === undefined) await bestEffort(this.#pairings.remove(topic));
      throw error;
    }
    return { id, uri, expiresAt };
  }

  /** Withdraws a proposal without notifying the wallet. */
  async withdraw(id: number): Promise<void> {
    const proposal = this.#get(id);
    this.#pending.delete(id);
    if (proposal !== null) await this.#forget(proposal);
  }

  /**
   * Restores the proposals of earlier page loads, the newest first, and removes expired ones. Responses may wait in the mailbox: the caller
   * subscribes to the topics.
   * @param claim called with each id before messages of its wallet are handled
   */
  async restore(claim: (id: number) => void = () => undefined): Promise<readonly RestoredProposal[]> {
    const { tables, expiries, bestEffort } = this.#context;
    const restored: RestoredProposal[] = [];
    for (const proposal of await this.removeExpired()) {
      const { id, pairingTopic, expiryTimestamp, sessionTopic } = proposal;
      // It may have been claimed while the previous one was restored. A proposal that was never published is unknown to wallets.
      const isUnpublished = this.#isOneOff && sessionTopic === undefined && proposal.isShown !== true;
      if (this.#claimed.has(id) || isUnpublished) continue;
      claim(id);
      this.#claimed.add(id);
      const session = sessionTopic === undefined ? null : tables.sessions.get(sessionTopic);
      if (session !== null) {
        // The page was closed after the settlement, before the session was handed over.
        if ((await this.#outcomes.offer({ id, session }, { shouldStoreUnhandled: !this.#isOneOff })) === true)
          await bestEffort(this.#forget(withoutSession(proposal)));
        else this.#claimed.delete(id);
        continue;
      }
      this.#pending.add(id);
      expiries.set({ kind: 'proposal', key: id, expiry: expiryTimestamp });
      const signInTopics = (await this.#signIns?.topicsOn(pairingTopic)) ?? [];
      const uri = (await this.#pairings.uriOf(pairingTopic, expiryTimestamp, signInTopics.length === 0 ? [] : [SIGN_IN_METHOD])) ?? '';
      const expiresAt = (expiryTimestamp - PROPOSAL_EXPIRY_S) * 1_000 + PAIRING_VALIDITY_MS;
      const topics = [pairingTopic, ...(sessionTopic === undefined ? [] : [sessionTopic]), ...signInTopics];
      restored.push({ id, uri, expiresAt, topics });
    }
    return restored;
  }

  /** Releases restored proposals that are not settled to the next {@link restore}. Until then, responses wait in the relay's mailbox. */
  async release(ids: readonly number[]): Promise<void> {
    const { relay, expiries } = this.#context;
    const topics: string[] = [];
    for (const id of ids) {
      const proposal = this.#get(id);
      if (proposal === null) continue;
      this.#pending.delete(id);
      this.#claimed.delete(id);
      expiries.drop({ kind: 'proposal', key: id });
      topics.push(proposal.pairingTopic, ...(proposal.sessionTopic === undefined ? [] : [proposal.sessionTopic]));
      topics.push(...((await this.#signIns?.topicsOn(proposal.pairingTopic)) ?? []));
    }
    if (topics.length > 0) await relay.unsubscribe(topics);
  }

  /** Removes expired proposals of earlier page loads and returns the others, the newest first. */
  async removeExpired(): Promise<readonly Proposal[]> {
    const { tables, clock, relay, bestEffort } = this.#context;
    const remaining: Proposal[] = [];
    for (const proposal of [...tables.proposals.all()].sort((a, b) => b.id - a.id)) {
      if (!proposal.isOwn || this.#claimed.has(proposal.id)) continue;
      if (
        !isExpired(proposal.expiryTimestamp, clock.now()) &&
        (await relay.keyChain.hasKey(proposal.sessionTopic ?? proposal.pairingTopic))
      )
        remaining.push(proposal);
      else {
        // Does not wait for the relay to unsubscribe.
        this.#claimed.add(proposal.id);
        const isSettled = tables.sessions.get(proposal.sessionTopic ?? '') !== null;
        void bestEffort(this.#forget(isSettled ? withoutSession(proposal) : proposal));
      }
    }
    return remaining;
  }

  /** Returns `null` if the response belongs to no proposal. */
  async #onResponse(topic: string, response: RpcResponse): Promise<AfterResponse | null> {
    const { id } = response;
    const proposal = this.#get(id);
    if (proposal === null || proposal.pairingTopic !== topic) return null;
    await this.#pairings.activate(topic);
    if (isRpcFailure(response)) return this.#fail(proposal, new PeerError(response.error));
    const { relay, tables, deleted, lifetime, bestEffort } = this.#context;
    const peerPublicKey = readResponderKey(response.result);
    const sessionTopic = peerPublicKey && (await agreedTopic(relay.keyChain, { publicKey: proposal.proposer.publicKey, peerPublicKey }));
    if (sessionTopic === null) return this.#fail(proposal, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    // The proposal has expired or was settled, or its session was deleted. A redelivered response may arrive at the same time as the settlement.
    if (!this.#pending.has(id) || deleted.of(sessionTopic) === 'session')
      return async () => (tables.sessions.get(sessionTopic) === null ? this.#declineSession(sessionTopic) : undefined);
    await bestEffort(tables.proposals.change(id, { sessionTopic }));
    // The relay port keeps the topic even if it cannot subscribe now.
    relay.subscribe([sessionTopic], lifetime).catch(() => undefined);
    const previousTopic = proposal.sessionTopic;
    return async () => (previousTopic === undefined || previousTopic === sessionTopic ? undefined : this.#declineSession(previousTopic));
  }

  /** Always responds to a settlement, whether or not a proposal matches. */
  async #onSettle({ topic, params }: IncomingCall): Promise<CallOutcome> {
    const { tables, clock, metadata } = this.#context;
    const accepted: CallOutcome = { response: { result: true }, isRepeatable: true };
    if (tables.sessions.get(topic) !== null) return accepted;
    // An unwanted session is acknowledged and then deleted, which every wallet supports: some wallets drop a session silently on an error
    // response, and others fail if an error response and a deletion arrive together.
    const acceptAndClose: CallOutcome = { ...accepted, afterResponse: () => this.#closeSession(topic) };
    const found = tables.proposals.all().find(({ id, sessionTopic }) => sessionTopic === topic && this.#pending.has(id));
    if (found === undefined) return this.#isPairing(topic) ? { response: { error: PEER_ERRORS.invalidSettle } } : acceptAndClose;
    // From here on, the session's handler or its deletion cleans up the session topic.
    const proposal = withoutSession(found);
    const self = { publicKey: proposal.proposer.publicKey, metadata: metadata() };
    const settled = settle({ proposal, topic, self, params, nowMs: clock.now() });
    if (settled === null) {
      const forget = this.#fail(proposal, new LatchkeyError('wallet/invalid-response', { method: 'wc_sessionSettle' }));
      return {
        response: { error: PEER_ERRORS.invalidSettle },
        afterResponse: () => Promise.all([forget(), forgetTopic(this.#context, topic)]),
      };
    }
    const session: ProtocolSession = { ...settled, transportType: 'relay' };
    const isHandled = await this.#handOver(found.id, session);
    // While the outcome was deferred, the proposal ended or the wallet settled another session.
    if (isHandled === null) return { response: null };
    if (!isHandled) return { ...acceptAndClose, afterResponse: () => Promise.all([this.#forget(proposal), this.#closeSession(topic)]) };
    // Removed only after the response: if the page is closed before, the next page load finds the proposal and its session.
    return { ...accepted, afterResponse: () => this.#conclude(proposal, session) };
  }

  /** Offers a session and stores it. Returns whether a handler took it; `null` if the proposal ended meanwhile, or has another session. */
  async #handOver(id: number, session: ProtocolSession): Promise<boolean | null> {
    const { tables, expiries, events, bestEffort } = this.#context;
    const { topic } = session;
    let stored = Promise.resolve();
    const store = (): void => {
      this.#pending.delete(id);
      expiries.set({ kind: 'session', key: topic, expiry: session.expiry });
      stored = bestEffort(tables.sessions.set(topic, session));
    };
    const isStillValid = (): boolean => this.#get(id)?.sessionTopic === topic;
    const isHandled = await this.#outcomes.offer({ id, session }, { isStillValid, store, shouldStoreUnhandled: !this.#isOneOff });
    if (isHandled === null) return null;
    this.#pending.delete(id);
    await stored;
    if (isHandled) events.emit('session_connect', { session });
    return isHandled;
  }

  /** Stores and publishes a sign-in request that ends with its proposal. */
  async #requestSignIn(proposal: Proposal, params: ProposedSignIn, signal: AbortSignal): Promise<void> {
    if (this.#signIns === undefined) return;
    const { pairingTopic, expiryTimestamp } = proposal;
    const message = await this.#signIns.create(params, { issuedAt: params.issuedAt, expiryTimestamp });
    const id = this.#context.calls.newId();
    const request: PendingAuthRequest = { ...message, id, pairingTopic, transportType: 'relay', isOwn: true };
    // The proposal may have failed meanwhile.
    if (!this.#pending.has(proposal.id)) return this.#signIns.remove(request);
    await this.#signIns.add(request);
    await this.#signIns.publish(request, message, PROPOSAL_EXPIRY_S, signal);
  }

  /** The proposal does not expire while the response is verified. */
  #onSignInClaimed(request: PendingAuthRequest): void {
    const proposal = this.#pendingOn(request);
    if (proposal !== undefined) this.#context.expiries.drop({ kind: 'proposal', key: proposal.id });
  }

  /** The wallet signed instead of approving the proposal: its session replaces the proposal's. */
  async #onSigned(request: PendingAuthRequest, session: ProtocolSession | null): Promise<void> {
    const { relay, tables, expiries, lifetime, bestEffort } = this.#context;
    const found = this.#pendingOn(request);
    if (session === null) return this.#failOn(request, new LatchkeyError('wallet/invalid-response', { method: SIGN_IN_METHOD }));
    const { topic } = session;
    if (found === undefined) return this.#declineSession(topic);
    relay.subscribe([topic], lifetime).catch(() => undefined);
    // If the page is closed before the session is handed over, the next page load finds it.
    await bestEffort(tables.proposals.change(found.id, { sessionTopic: topic }));
    // Again, for a handler that defers the outcome.
    expiries.set({ kind: 'proposal', key: found.id, expiry: found.expiryTimestamp });
    const isHandled = await this.#handOver(found.id, session);
    const proposal = withoutSession(found);
    if (isHandled === true) await this.#conclude(proposal, session);
    else if (isHandled === false) await Promise.all([this.#forget(proposal), this.#closeSession(topic)]);
  }

  /** A wallet that does not support the method may still approve the proposal. */
  async #onSignInRejected(request: PendingAuthRequest, error: RpcErrorObject): Promise<void> {
    if (isMethodUnsupported(error)) await this.#signIns?.remove(request);
    else await this.#failOn(request, new PeerError(error));
  }

  /** Rejects the proposal of a sign-in request. */
  async #failOn(request: PendingAuthRequest, error: Error): Promise<void> {
    const proposal = this.#pendingOn(request);
    if (proposal === undefined) await this.#signIns?.remove(request);
    else await this.#fail(proposal, error)();
  }

  /** Returns the proposal of a sign-in request, if this page awaits its outcome. */
  #pendingOn(request: PendingAuthRequest): Proposal | undefined {
    const { proposals } = this.#context.tables;
    return proposals.all().find(({ id, pairingTopic }) => pairingTopic === request.pairingTopic && this.#pending.has(id));
  }

  async #conclude(proposal: Proposal, session: ProtocolSession): Promise<void> {
    // A disposed client keeps the record for the next page load.
    if (this.#context.lifetime.aborted) return;
    await this.#forget(proposal);
    if (!this.#isOneOff) await this.#pairings.onSessionSettled(session);
  }

  async #expire(id: number): Promise<void> {
    // A settled proposal is no longer pending, even while its record exists.
    const proposal = this.#get(id);
    if (proposal === null || this.#startGracePeriod(proposal)) return;
    await this.#fail(proposal, new LatchkeyError('pairing/expired', {}))();
    this.#context.events.emit('proposal_expire', { id });
  }

  /** Extends an expired proposal once if the page was suspended: the wallet may have approved it in time. */
  #startGracePeriod({ id, expiryTimestamp }: Proposal): boolean {
    const { clock, expiries } = this.#context;
    if (this.#inGracePeriod.delete(id) || clock.now() - expiryTimestamp * 1_000 <= ASLEEP_MS) return false;
    this.#inGracePeriod.add(id);
    expiries.set({ kind: 'proposal', key: id, expiry: Math.ceil(clock.now() / 1_000) + GRACE_PERIOD_S });
    return true;
  }

  /** Rejects a proposal with an error. */
  #fail(proposal: Proposal, error: Error): AfterResponse {
    if (this.#pending.has(proposal.id)) {
      this.#pending.delete(proposal.id);
      void this.#outcomes.offer({ id: proposal.id, error });
    }
    return () => this.#forget(proposal);
  }

  /** Deletes a settled session that is not used. @throws LatchkeyError `relay/…` */
  async #closeSession(topic: string): Promise<void> {
    const { calls, lifetime } = this.#context;
    await calls.notify({ topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected }, lifetime);
    await forgetTopic(this.#context, topic);
  }

  /** Deletes a session that the wallet may have settled. If the wallet cannot be notified, it keeps the session until it expires. */
  async #declineSession(topic: string): Promise<void> {
    const { calls, lifetime } = this.#context;
    await calls.notify({ topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected }, lifetime).catch(() => undefined);
    await forgetTopic(this.#context, topic);
  }

  #claim(id: number): void {
    this.#claimed.add(id);
    this.#pending.add(id);
  }

  /** Returns a proposal that this page awaits. */
  #get(id: number): Proposal | null {
    return this.#pending.has(id) ? this.#context.tables.proposals.get(id) : null;
  }

  /** Returns whether the topic is a pairing's. A one-off pairing may not be stored, and a deleted one keeps its key until the peer is notified. */
  #isPairing(topic: string): boolean {
    const { tables, deleted } = this.#context;
    if (tables.pairings.get(topic) !== null || deleted.of(topic) === 'pairing') return true;
    return tables.proposals.all().some(({ pairingTopic }) => pairingTopic === topic);
  }

  /** Removes a proposal and its keys, and deletes the session that was not used. The record is removed last. */
  async #forget({ id, pairingTopic, proposer, sessionTopic }: Proposal): Promise<void> {
    const { relay, tables, expiries, deleted } = this.#context;
    expiries.drop({ kind: 'proposal', key: id });
    deleted.remember(id, 'proposal');
    if (sessionTopic !== undefined) await this.#declineSession(sessionTopic);
    const pairing = this.#isOneOff ? this.#pairings.remove(pairingTopic) : undefined;
    await Promise.all([pairing, relay.keyChain.deleteKeys(proposer.publicKey), this.#signIns?.removeOn(pairingTopic)]);
    await tables.proposals.remove(id);
  }
}
