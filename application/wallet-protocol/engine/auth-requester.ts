import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { authenticatedNamespaces, fallbackNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { type AuthenticateParams, authExpiry, createAuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { type AuthResponse, readAuthResponse } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, type RpcErrorObject, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { linkModeAppOf, shouldSignInByLink } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { encodeLinkEnvelope, formatLinkUrl } from '../../../domain/wallet-protocol/link-mode/link-url.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import { SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { responseTopicOf } from '../../../domain/wallet-protocol/response-topic.js';
import { authenticateFault } from '../../../domain/wallet-protocol/rules/authenticate-rule.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { onAbort } from '../../shared/on-abort.js';
import { type AfterResponse, type MessageOrigin, PeerError } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { agreedTopic } from './key-agreement.js';
import type { NewPairing, Pairings } from './pairings.js';
import { PendingResults } from './pending-results.js';
import type { OutcomeHandler, ProposalOutcome, ProposeInput } from './session-proposer.js';
import type { SignInResult } from './sign-calls.js';
import type { SignInVerifier } from './sign-in-verifier.js';
import { createSignedSession } from './signed-session.js';

/** A pending sign-in request. */
interface PendingSignIn {
  readonly id: number;
  /** Secret: contains the pairing's symmetric key. In link mode, the link that carries the request to the wallet. */
  readonly uri: string;
  /**
   * The outcome, whenever it arrived. The promise never causes an unhandled rejection.
   * @throws PeerError the wallet's error response
   * @throws LatchkeyError `wallet-protocol/settlement-failed`, `wallet-protocol/request-expired`, `wallet/invalid-response`, `config/disposed`
   */
  readonly response: Promise<SignInResult>;
}

/** The proposals published with a request, for wallets that do not support `wc_sessionAuthenticate`. */
interface FallbackProposals {
  subscribe(handler: OutcomeHandler): () => void;
  propose(input: ProposeInput, signal: AbortSignal): Promise<unknown>;
  withdraw(id: number): Promise<void>;
}

/** Universal links of the wallets that have used link mode before. */
export interface LinkModePeers {
  list(): readonly string[];
  remember(link: string): Promise<void>;
}

export interface AuthDeps {
  readonly pairings: Pick<Pairings, 'make' | 'remove' | 'activate' | 'setPeer'>;
  readonly proposals: FallbackProposals;
  readonly verifier: Pick<SignInVerifier, 'faultOf'>;
  readonly links: LinkModePeers;
}

const METHOD = 'wc_sessionAuthenticate';

/**
 * The app's side of one-click auth: publishes the request with a fallback proposal, and resolves with whichever the wallet responds to
 * first. Requests are stored: the next page load handles the response and emits `session_connect`.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export class AuthRequester {
  readonly #context: EngineContext;
  readonly #deps: AuthDeps;
  readonly #pending = new PendingResults<PendingAuth, SignInResult>();
  /** Ids whose response is being verified: further outcomes are ignored. */
  readonly #claimed = new Set<number>();

  constructor(context: EngineContext, deps: AuthDeps) {
    this.#context = context;
    this.#deps = deps;
    context.calls.onUnmatchedResponse((topic, response, origin) => this.#onResponse(topic, response, origin));
    context.expiries.on('auth', (id) => void context.bestEffort(this.#expire(id)));
    const unsubscribe = deps.proposals.subscribe((outcome) => this.#onFallbackOutcome(outcome));
    onAbort(context.lifetime, () => {
      unsubscribe();
      this.#pending.rejectAll(context.lifetime.reason);
    });
  }

  /**
   * Requests a sign-in.
   * @param walletLink universal link of the wallet, if the app knows it
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async authenticate(params: AuthenticateParams, walletLink: string | undefined, signal: AbortSignal): Promise<PendingSignIn> {
    const fault = authenticateFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    signal.throwIfAborted();
    const { relay, calls, clock, metadata, tables, expiries, bestEffort } = this.#context;
    const { pairings, links } = this.#deps;
    const requester = { publicKey: await relay.keyChain.createKeyPair(), metadata: metadata() };
    let pairing: NewPairing | null = null;
    const id = calls.newId();
    try {
      const authRequest = createAuthRequest(params, requester, clock.now());
      pairing = await pairings.make({ methods: [METHOD] });
      const { topic } = pairing.pairing;
      const isByLink = shouldSignInByLink(walletLink, requester.metadata, links.list());
      const request: PendingAuthRequest = {
        ...authRequest,
        id,
        pairingTopic: topic,
        transportType: isByLink ? 'link_mode' : 'relay',
        isOwn: true,
        ...(walletLink === undefined ? {} : { walletLink }),
      };
      // Registered before publishing: a response may arrive immediately.
      const fallbackId = isByLink ? null : calls.newId();
      const response = this.#pending.add(id, { id, pairingTopic: topic, fallbackId });
      await tables.authRequests.set(id, request);
      expiries.set({ kind: 'auth', key: id, expiry: authRequest.expiryTimestamp });
      const uri = isByLink ? await this.#createLinkUrl(walletLink, request, authRequest) : pairing.uri;
      if (fallbackId !== null) await this.#publish({ request, params, authRequest, pairing, fallbackId }, signal);
      return { id, uri, response };
    } catch (error) {
      this.#pending.reject(id, error);
      const request = tables.authRequests.get(id);
      if (request !== null) await bestEffort(this.#remove(request));
      await relay.keyChain.deleteKeys(requester.publicKey);
      if (pairing !== null) await bestEffort(pairings.remove(pairing.pairing.topic));
      throw error;
    }
  }

  /** Restores the requests of earlier page loads and removes expired ones. Returns the topics to subscribe to. */
  async restore(): Promise<readonly string[]> {
    const { relay, tables, expiries, clock, bestEffort } = this.#context;
    const topics: string[] = [];
    for (const request of tables.authRequests.all()) {
      const { id, isOwn, expiryTimestamp, requester } = request;
      if (!isOwn) continue;
      // A page closed while removing the request may have deleted its key already.
      const hasKey = await relay.keyChain.hasKey(requester.publicKey);
      if (isExpired(expiryTimestamp, clock.now()) || !hasKey) {
        await bestEffort(this.#remove(request));
        continue;
      }
      expiries.set({ kind: 'auth', key: id, expiry: expiryTimestamp });
      topics.push(await relay.keyChain.responseTopic(requester.publicKey));
    }
    return topics;
  }

  /** Creates a link with the unencrypted request, as the wallet has no key yet. The response may arrive by link or relay. */
  async #createLinkUrl(walletLink: string, { id, pairingTopic, requester }: PendingAuthRequest, params: unknown): Promise<string> {
    const { relay, lifetime } = this.#context;
    relay.subscribe([pairingTopic, await relay.keyChain.responseTopic(requester.publicKey)], lifetime).catch(() => undefined);
    const envelope = encodeLinkEnvelope(JSON.stringify({ id, jsonrpc: '2.0', method: METHOD, params }));
    return formatLinkUrl(walletLink, { topic: pairingTopic, envelope });
  }

  /** Publishes in parallel: responses that arrive before the subscription wait in the mailbox. */
  async #publish({ request, params, authRequest, pairing, fallbackId }: Publication, signal: AbortSignal): Promise<void> {
    const { relay, calls } = this.#context;
    const { id, pairingTopic: topic, requester } = request;
    const delivery = { ...PROTOCOL_METHODS[METHOD].request, ttl: authExpiry(params.expiry) };
    const own = await relay.keyChain.responseTopic(requester.publicKey);
    const optionalNamespaces = fallbackNamespaces(params.chains, params.methods ?? []);
    const results = await Promise.allSettled([
      relay.subscribe([topic, own], signal),
      calls.notify({ id, topic, method: METHOD, params: authRequest, delivery }, signal),
      this.#deps.proposals.propose({ id: fallbackId, pairing, optionalNamespaces }, signal),
    ]);
    // If the wallet has already responded, the request did arrive, whatever error the relay returned.
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected' && this.#pending.get(id) !== null) throw failed.reason;
  }

  /** Handles a wallet's response, including one for an earlier page load; `null` if it belongs to no request. */
  async #onResponse(topic: string, response: RpcResponse, origin: MessageOrigin): Promise<AfterResponse | null> {
    const request = this.#context.tables.authRequests.get(response.id);
    if (request?.isOwn !== true || this.#claimed.has(request.id)) return null;
    const isOnPairing = topic === request.pairingTopic;
    if (isRpcFailure(response)) {
      if (!isOnPairing && topic !== responseTopicOf(request.requester.publicKey)) return null;
      return this.#onRejection(request, response.error);
    }
    // A result is encrypted for the requester's key and is valid only on its response topic.
    if (topic !== responseTopicOf(request.requester.publicKey)) return null;
    this.#claimed.add(request.id);
    try {
      return await this.#onApproval(request, response.result, origin);
    } finally {
      this.#claimed.delete(request.id);
    }
  }

  /** Handles an error response. A wallet that does not support the method may still approve the fallback proposal. */
  async #onRejection(request: PendingAuthRequest, error: RpcErrorObject): Promise<AfterResponse> {
    const isUnsupported = error.code === SDK_ERRORS.WC_METHOD_UNSUPPORTED.code;
    const waiting = this.#pending.get(request.id);
    if (!isUnsupported || waiting?.fallbackId === null) this.#pending.reject(request.id, new PeerError(error));
    if (!isUnsupported) await this.#withdraw(request);
    await this.#remove(request);
    return async () => undefined;
  }

  async #onApproval(request: PendingAuthRequest, result: unknown, origin: MessageOrigin): Promise<AfterResponse> {
    const { expiries, lifetime } = this.#context;
    const { id, pairingTopic } = request;
    // From here on, neither expiry nor the fallback proposal can settle the request.
    expiries.drop({ kind: 'auth', key: id });
    const waiting = this.#pending.get(id);
    await this.#withdraw(request);
    const response = readAuthResponse(result);
    const isForeign =
      origin.transport === 'relay' && origin.senderPublicKey !== undefined && origin.senderPublicKey !== response?.responder.publicKey;
    if (response === null || isForeign) return this.#fail(request, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    const fault = await this.#deps.verifier.faultOf(response.cacaos, request.authPayload, lifetime);
    if (fault !== null)
      return this.#fail(request, new LatchkeyError('wallet-protocol/settlement-failed', { detail: '' }, { cause: fault }));
    const session = await this.#settle(request, response);
    if (session === 'no key') return this.#fail(request, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    await this.#deps.pairings.setPeer(pairingTopic, response.responder.metadata);
    await this.#deps.pairings.activate(pairingTopic);
    await this.#remove(request, session !== null);
    this.#pending.resolve(id, { auths: response.cacaos, ...(session === null ? {} : { session }) });
    // The caller belonged to an earlier page load.
    if (waiting === null && session !== null) this.#context.events.emit('session_connect', { session });
    return async () => undefined;
  }

  /** Rejects a request whose response is unusable. */
  async #fail(request: PendingAuthRequest, error: LatchkeyError): Promise<AfterResponse> {
    this.#pending.reject(request.id, error);
    await this.#remove(request);
    return async () => undefined;
  }

  /** Stores the session of a verified response; `null` if it grants no method. */
  async #settle(request: PendingAuthRequest, { cacaos, responder }: AuthResponse): Promise<ProtocolSession | null | 'no key'> {
    const { relay, clock, tables, expiries, lifetime, metadata, bestEffort } = this.#context;
    const { pairingTopic, requester, walletLink } = request;
    const namespaces = authenticatedNamespaces(cacaos);
    if (namespaces === null) return null;
    const topic = await agreedTopic(relay.keyChain, { publicKey: requester.publicKey, peerPublicKey: responder.publicKey });
    if (topic === null) return 'no key';
    const link = linkModeAppOf(walletLink, metadata(), responder.metadata);
    const details = { topic, pairingTopic, namespaces, self: requester, peer: responder, controller: responder.publicKey };
    const transportType = link === null ? 'relay' : 'link_mode';
    const session = createSignedSession({ ...details, authentication: cacaos, transportType }, clock.now());
    await tables.sessions.set(topic, session);
    expiries.set({ kind: 'session', key: topic, expiry: session.expiry });
    if (link !== null) await bestEffort(this.#deps.links.remember(link));
    // The relay port keeps the topic even if it cannot subscribe now.
    relay.subscribe([topic], lifetime).catch(() => undefined);
    return session;
  }

  /** Handles the outcome of a fallback proposal; returns `false` for other proposals. */
  #onFallbackOutcome(outcome: ProposalOutcome): boolean | (() => void) {
    if ('session' in outcome) {
      const { session } = outcome;
      const waiting = this.#pending.find(({ pairingTopic }) => pairingTopic === session.pairingTopic);
      const request = this.#context.tables.authRequests.all().find((each) => each.isOwn && each.pairingTopic === session.pairingTopic);
      if (waiting === null && request === undefined) return false;
      return () => {
        if (waiting !== null) this.#pending.resolve(waiting.id, { session });
        if (request !== undefined) void this.#context.bestEffort(this.#remove(request));
      };
    }
    const waiting = this.#pending.find(({ fallbackId }) => fallbackId === outcome.id);
    if (waiting === null) return false;
    const request = this.#context.tables.authRequests.get(waiting.id);
    const isRefusal = outcome.error instanceof PeerError;
    if (!isRefusal && request !== null) return this.#clearFallback(waiting);
    this.#pending.reject(waiting.id, outcome.error);
    if (request !== null) void this.#context.bestEffort(this.#remove(request));
    return true;
  }

  #clearFallback(waiting: PendingAuth): true {
    waiting.fallbackId = null;
    return true;
  }

  async #expire(id: number): Promise<void> {
    const request = this.#context.tables.authRequests.get(id);
    if (request?.isOwn !== true) return;
    this.#pending.reject(id, new LatchkeyError('wallet-protocol/request-expired', { method: METHOD }));
    await this.#withdraw(request);
    await this.#remove(request);
  }

  /** Withdraws the fallback proposals of a request without notifying the wallet. */
  async #withdraw({ pairingTopic }: PendingAuthRequest): Promise<void> {
    const proposals = this.#context.tables.proposals.all();
    for (const proposal of proposals)
      if (proposal.isOwn && proposal.pairingTopic === pairingTopic) await this.#deps.proposals.withdraw(proposal.id);
  }

  /** Removes a request with its keys, the record last. @param isKeyInUse whether a session uses the key pair */
  async #remove({ id, requester: { publicKey } }: PendingAuthRequest, isKeyInUse = false): Promise<void> {
    const { relay, tables, expiries } = this.#context;
    const topic = responseTopicOf(publicKey);
    expiries.drop({ kind: 'auth', key: id });
    await relay.unsubscribe([topic]);
    await relay.keyChain.deleteKeys(topic, ...(isKeyInUse ? [] : [publicKey]));
    await tables.authRequests.remove(id);
  }
}

interface Publication {
  readonly request: PendingAuthRequest;
  readonly params: AuthenticateParams;
  readonly authRequest: unknown;
  readonly pairing: NewPairing;
  readonly fallbackId: number;
}

/** A sign-in request whose response this page awaits. */
interface PendingAuth {
  readonly id: number;
  readonly pairingTopic: string;
  /** Id of the fallback proposal; `null` if there is none. */
  fallbackId: number | null;
}
