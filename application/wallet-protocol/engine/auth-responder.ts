import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { formatJson } from '../../../domain/format-value.js';
import type { Cacao } from '../../../domain/sign-in/cacao.js';
import { authenticatedNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { type AuthRequest, readAuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import type { AuthResponse } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { RpcErrorObject } from '../../../domain/wallet-protocol/json-rpc.js';
import { linkModeUrlOf } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { signInVerifyContext } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { PendingAuthRequest, RespondedAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { isExpired, isReason } from '../../../domain/wallet-protocol/primitives.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import { invalid, paramsFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import { responseTopicOf } from '../../../domain/wallet-protocol/response-topic.js';
import { toRpcError } from '../../../domain/wallet-protocol/rpc-error.js';
import { authenticateFault } from '../../../domain/wallet-protocol/rules/authenticate-rule.js';
import { REQUEST_EXPIRY } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { CallResponse } from '../../../domain/wallet-protocol/state/call-history.js';
import { asRecord } from '../../../domain/wire.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import type { AuthDeps } from './auth-requester.js';
import type { AfterResponse, CallOutcome, IncomingCall, MessageOrigin, ResponseKind } from './calls.js';
import { type EngineContext, forgetTopic } from './engine-context.js';
import { newKeyFor } from './key-agreement.js';
import { retryUntilAccepted } from './retry-until-accepted.js';
import type { ApproveAuthParams, RejectParams } from './sign-calls.js';
import { isSignInFor } from './sign-in-origin.js';
import { createSignedSession } from './signed-session.js';

const METHOD = 'wc_sessionAuthenticate';

/**
 * The wallet's side of one-click auth: stores requests, emits them to the app and approves or rejects each once.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export class AuthResponder {
  readonly #context: EngineContext;
  readonly #deps: Omit<AuthDeps, 'proposals'>;
  /** Operations by request id. */
  readonly #mutex = new KeyedMutex<unknown>();

  constructor(context: EngineContext, deps: Omit<AuthDeps, 'proposals'>) {
    this.#context = context;
    this.#deps = deps;
    context.calls.handle(METHOD, (call) => this.#onRequest(call));
    context.expiries.on('auth', (id) => void context.bestEffort(this.#expire(id)));
  }

  /** Requests that await the user's decision. */
  pending(): readonly PendingAuthRequest[] {
    return this.#context.tables.authRequests.all().filter(isWaiting);
  }

  /**
   * Responds with the signed messages. Returns the session, or `null` if the sign-in grants no method. If the relay does not accept the
   * response, the session is removed and the request stays pending. An invalid signature rejects the request at the app.
   * @throws LatchkeyError `wallet-protocol/auth-request-not-found`, `wallet-protocol/settlement-failed`,
   * `wallet-protocol/invalid-parameter`, `wallet-protocol/missing-or-invalid`, `wallet-protocol/link-not-opened`, `relay/…`
   */
  approve(input: ApproveAuthParams, signal: AbortSignal): Promise<ProtocolSession | null> {
    return this.#mutex.run(asRecord(input).id, async () => {
      const request = this.#require('approveSessionAuthenticate()', input);
      const { auths } = input;
      const failure = await this.#deps.verifier.faultOf(auths, request.authPayload, signal);
      if (failure !== null) {
        const error = describeProtocolError('SESSION_SETTLEMENT_FAILED', 'Signature verification failed');
        // The caller gets the signature error even if the app cannot be notified.
        await this.#context.bestEffort(this.#respondWithError(request, error, 'response', signal));
        throw failure;
      }
      signal.throwIfAborted();
      return this.#settle(request, auths, signal);
    });
  }

  /**
   * Rejects a request. If the relay does not accept the response, the request stays pending.
   * @throws LatchkeyError `wallet-protocol/auth-request-not-found`, `wallet-protocol/missing-or-invalid`, `relay/…`
   */
  reject(input: RejectParams, signal: AbortSignal): Promise<void> {
    return this.#mutex.run(asRecord(input).id, async () => {
      const request = this.#require('rejectSessionAuthenticate()', input);
      const { reason } = input;
      if (!isReason(reason)) throw latchkeyErrorOf(invalid(`reject() reason: ${formatJson(reason)}`));
      signal.throwIfAborted();
      await this.#respondWithError(request, reason, 'reject', signal);
    });
  }

  /** Restores stored requests: removes expired ones and publishes the responses that an earlier page load had begun. */
  async restore(): Promise<void> {
    const { tables, expiries, clock, bestEffort } = this.#context;
    for (const request of tables.authRequests.all()) {
      const { id, isOwn, expiryTimestamp } = request;
      if (isOwn) continue;
      if (isExpired(expiryTimestamp, clock.now())) {
        await bestEffort(this.#remove(request));
        continue;
      }
      expiries.set({ kind: 'auth', key: id, expiry: expiryTimestamp });
      void bestEffort(this.#resume(request));
    }
  }

  /**
   * Publishes the stored response, or the approval of the stored session, of an earlier page load, until the relay accepts it or the request
   * or session has expired.
   * @throws any error that is not of the relay
   */
  #resume(request: PendingAuthRequest): Promise<void> {
    const { tables, lifetime } = this.#context;
    const { authRequests, sessions } = tables;
    const { id, pairingTopic, requester, answer: response, answeredWith } = request;
    const isRespondedSession = ({ self }: ProtocolSession): boolean => self.publicKey === answeredWith;
    const isRequestedSession = (each: ProtocolSession): boolean =>
      each.pairingTopic === pairingTopic && each.peer.publicKey === requester.publicKey;
    const session = sessions.all().find(answeredWith === undefined ? isRequestedSession : isRespondedSession);
    const isUnsent = (): boolean => {
      const now = authRequests.get(id);
      const isSame = now !== null && now.answer === response && now.answeredWith === answeredWith;
      return isSame && (session === undefined || sessions.get(session.topic) !== null);
    };
    const resume = async (): Promise<void> => {
      // The wallet may have responded meanwhile.
      if (!isUnsent()) return;
      if (response !== undefined && answeredWith !== undefined) await this.#send({ ...request, answer: response, answeredWith });
      else if (answeredWith === undefined && session !== undefined)
        await this.#respondWithSession(request, session, session.authentication ?? [], lifetime);
    };
    return retryUntilAccepted(this.#context, isUnsent, () => this.#mutex.run(id, resume));
  }

  async #onRequest(call: IncomingCall): Promise<CallOutcome> {
    const { topic, id, params, origin } = call;
    const { events, clock, tables, expiries, bestEffort } = this.#context;
    const request = bounded(readAuthRequest(params), clock.now());
    const link = request !== null && origin.transport === 'link_mode' ? linkModeUrlOf(request.requester.metadata) : null;
    if (link !== null) await bestEffort(this.#deps.links.remember(link));
    // Wallets without one-click auth use the fallback proposal of the request.
    if (!events.hasListener('session_authenticate'))
      return this.#autoReject(call, request, describeProtocolError('WC_METHOD_UNSUPPORTED', METHOD));
    const { aud: uri, ...payload } = request?.authPayload ?? {};
    const fault = request === null ? invalid('session authenticate request') : authenticateFault({ ...payload, uri });
    if (request === null || fault !== null) return this.#autoReject(call, request, toRpcError(fault));
    // The requester no longer awaits a response.
    if (isExpired(request.expiryTimestamp, clock.now())) return { response: null };
    const existing = tables.authRequests.get(id);
    // Responses are matched by id, so an id in use by another peer is rejected.
    if (existing !== null && (existing.isOwn || existing.pairingTopic !== topic))
      return this.#autoReject(call, request, toRpcError({ code: -32_600 }));
    if (existing !== null && !isWaiting(existing)) return { response: null };
    if (existing === null) {
      const isForLinkOnly = origin.transport === 'link_mode' && origin.appLink !== null ? { isForLinkOnly: true } : {};
      const received = { ...request, id, pairingTopic: topic, transportType: origin.transport, isOwn: false, ...isForLinkOnly };
      await tables.authRequests.set(id, received);
    }
    expiries.set({ kind: 'auth', key: id, expiry: existing?.expiryTimestamp ?? request.expiryTimestamp });
    return { response: null, afterResponse: this.#emitAfterOriginCheck(id, origin) };
  }

  /** Rejects a request that is not emitted. A link mode requester has no pairing key: the response goes to its response topic. */
  #autoReject({ topic, id, origin }: IncomingCall, request: AuthRequest | null, error: RpcErrorObject): CallOutcome {
    if (origin.transport === 'relay') return { response: { error }, kind: 'autoReject' };
    if (request === null) return { response: null };
    const { relay, calls, linkTo } = this.#context;
    const { requester } = request;
    const link = linkTo({ transportType: origin.transport, peer: requester });
    const afterResponse = async (): Promise<void> => {
      const publicKey = await relay.keyChain.createKeyPair();
      const sealing = { topic: responseTopicOf(requester.publicKey), publicKey, peerPublicKey: requester.publicKey };
      try {
        await calls.reply({ topic, id, method: METHOD, link }, { error }, { kind: 'autoReject', sealing });
      } finally {
        await relay.keyChain.deleteKeys(publicKey);
      }
    };
    return { response: null, afterResponse };
  }

  #emitAfterOriginCheck(id: number, origin: MessageOrigin): AfterResponse {
    return async () => {
      const { checkOrigin, tables, bestEffort, events } = this.#context;
      const request = tables.authRequests.get(id);
      if (request === null) return;
      const { authPayload, requester, expiryTimestamp, pairingTopic: topic } = request;
      const params = { authPayload, requester, expiryTimestamp };
      const checked = await checkOrigin({ method: METHOD, params, id, origin }, requester.metadata);
      const verifyContext = signInVerifyContext(checked, isSignInFor(checked.verified.origin, authPayload));
      await bestEffort(tables.authRequests.change(id, { verifyContext }));
      // It may have been removed meanwhile.
      if (tables.authRequests.get(id) !== null) events.emit('session_authenticate', { id, topic, params, verifyContext });
    };
  }

  #require(call: string, input: unknown): PendingAuthRequest {
    const missing = paramsFault(call, input);
    if (missing !== null) throw latchkeyErrorOf(missing);
    const { id } = asRecord(input);
    const request = typeof id === 'number' ? this.#context.tables.authRequests.get(id) : null;
    if (request !== null && isWaiting(request)) return request;
    // Apps may pass any value; the error message shows it.
    throw new LatchkeyError('wallet-protocol/auth-request-not-found', { id: id as number });
  }

  async #settle(request: PendingAuthRequest, auths: readonly Cacao[], signal: AbortSignal): Promise<ProtocolSession | null> {
    const { relay, clock, tables, expiries, metadata, bestEffort, lifetime } = this.#context;
    const { requester, pairingTopic, transportType, verifyContext } = request;
    const { publicKey, topic } = await newKeyFor(relay.keyChain, requester.publicKey, 'requester');
    const self = { publicKey, metadata: metadata() };
    const namespaces = authenticatedNamespaces(auths);
    const details = { topic, pairingTopic, namespaces: namespaces ?? {}, self, peer: requester, controller: self.publicKey };
    const verified = verifyContext === undefined ? {} : { verifyContext };
    const session = createSignedSession({ ...details, authentication: auths, transportType, ...verified }, clock.now());
    try {
      if (namespaces !== null) {
        await tables.sessions.set(topic, session);
        const subscribed = relay.subscribe([topic], signal);
        // Link mode works without the relay.
        if (transportType === 'link_mode') subscribed.catch(() => undefined);
        else await subscribed;
      }
      await this.#respondWithSession(request, session, auths, signal);
    } catch (error) {
      if (!lifetime.aborted) await bestEffort(this.#undo(session));
      throw error;
    }
    if (namespaces === null) {
      await relay.keyChain.deleteKeys(topic);
      return null;
    }
    // The app may already have disconnected the session.
    if (tables.sessions.get(topic) !== null) expiries.set({ kind: 'session', key: topic, expiry: session.expiry });
    return session;
  }

  async #respondWithSession(
    request: PendingAuthRequest,
    session: ProtocolSession,
    cacaos: readonly Cacao[],
    signal: AbortSignal,
  ): Promise<void> {
    const { pairings } = this.#deps;
    const { self, peer } = session;
    const result: AuthResponse = { cacaos, responder: self };
    await this.#reply(request, { result }, self.publicKey, signal);
    await pairings.setPeer(request.pairingTopic, peer.metadata);
    await pairings.activate(request.pairingTopic);
  }

  async #respondWithError(request: PendingAuthRequest, error: RpcErrorObject, kind: ResponseKind, signal: AbortSignal): Promise<void> {
    const publicKey = await this.#context.relay.keyChain.createKeyPair();
    try {
      await this.#reply(request, { error }, publicKey, signal, kind);
    } catch (failure) {
      if (!this.#context.lifetime.aborted) await this.#context.relay.keyChain.deleteKeys(publicKey);
      throw failure;
    }
  }

  /**
   * Publishes a response on the requester's response topic. The response is stored first, so that a reload cannot change it. The request
   * stays stored with the key of its response until it expires.
   */
  async #reply(
    request: PendingAuthRequest,
    response: CallResponse,
    publicKey: string,
    signal: AbortSignal,
    kind?: ResponseKind,
  ): Promise<void> {
    const { tables, lifetime } = this.#context;
    signal.throwIfAborted();
    const answeredRequest = { ...request, answeredWith: publicKey, answer: response, ...(kind === undefined ? {} : { kind }) };
    await tables.authRequests.set(request.id, answeredRequest);
    try {
      await this.#send(answeredRequest);
    } catch (error) {
      // A disposed client cannot know whether the relay has the response: the next page load publishes it again.
      if (!lifetime.aborted && tables.authRequests.get(request.id) !== null) await tables.authRequests.set(request.id, request);
      throw error;
    }
  }

  async #send({ answer: response, kind, ...request }: RespondedAuthRequest): Promise<void> {
    const { calls, tables, linkTo } = this.#context;
    const { id, pairingTopic: topic, requester, transportType, isForLinkOnly, answeredWith: publicKey } = request;
    const link = linkTo({ transportType, peer: requester });
    if (link === null && isForLinkOnly === true && 'result' in response) throw new LatchkeyError('wallet-protocol/link-not-opened', {});
    const sealing = { topic: responseTopicOf(requester.publicKey), publicKey, peerPublicKey: requester.publicKey };
    await calls.reply({ topic, id, method: METHOD, link }, response, { sealing, ...(kind === undefined ? {} : { kind }) });
    // It may have been removed meanwhile.
    if (tables.authRequests.get(id) !== null) await tables.authRequests.set(id, request);
  }

  async #expire(id: number): Promise<void> {
    const request = this.#context.tables.authRequests.get(id);
    if (request?.isOwn === false) await this.#remove(request);
  }

  /** Removes a request, and the key of its response unless a session uses it. The record is removed last. */
  async #remove({ id, answeredWith }: PendingAuthRequest): Promise<void> {
    const { relay, tables, expiries } = this.#context;
    expiries.drop({ kind: 'auth', key: id });
    const isInUse = tables.sessions.all().some(({ self }) => self.publicKey === answeredWith);
    if (answeredWith !== undefined && !isInUse) await relay.keyChain.deleteKeys(answeredWith);
    await tables.authRequests.remove(id);
  }

  /** Removes a session whose approval was not delivered. */
  async #undo({ topic, self }: ProtocolSession): Promise<void> {
    await this.#context.tables.sessions.remove(topic);
    await forgetTopic(this.#context, topic, self.publicKey);
  }
}

/** Returns whether a request awaits the user's decision. */
const isWaiting = ({ isOwn, answeredWith }: PendingAuthRequest): boolean => !isOwn && answeredWith === undefined;

/** Caps the expiry that a peer may choose at the maximum of the protocol. */
const bounded = (request: AuthRequest | null, nowMs: number): AuthRequest | null =>
  request && { ...request, expiryTimestamp: Math.min(request.expiryTimestamp, Math.floor(nowMs / 1_000) + REQUEST_EXPIRY.max) };
