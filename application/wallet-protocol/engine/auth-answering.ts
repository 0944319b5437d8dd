import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { authenticatedNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { type AuthRequest, readAuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import type { AuthResponse } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import type { Cacao } from '../../../domain/wallet-protocol/authentication/cacao.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { RpcErrorObject } from '../../../domain/wallet-protocol/json-rpc.js';
import { messageLinkOf } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { ownTopicOf } from '../../../domain/wallet-protocol/own-topic.js';
import type { AnsweredAuthRequest, PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { isOver, isReason } from '../../../domain/wallet-protocol/primitives.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import { invalid } from '../../../domain/wallet-protocol/protocol-fault.js';
import { rpcErrorOf } from '../../../domain/wallet-protocol/rpc-error.js';
import { authenticateFault } from '../../../domain/wallet-protocol/rules/authenticate-rule.js';
import { REQUEST_EXPIRY } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { shownJson } from '../../../domain/wallet-protocol/shown.js';
import type { CallAnswer } from '../../../domain/wallet-protocol/state/call-history.js';
import { membersOf } from '../../../domain/wire.js';
import type { AuthenticatingParts } from './authenticating.js';
import type { AnswerKind, Handled, IncomingCall, MessageOrigin, Rest } from './calls.js';
import { type EngineContext, forgetTopic } from './engine-context.js';
import { newKeyFor } from './key-agreement.js';
import { KeyedMutex } from './keyed-mutex.js';
import type { ApproveAuthParams, RejectParams } from './sign-calls.js';
import { signedSession } from './signed-session.js';
import { untilTaken } from './until-taken.js';

const METHOD = 'wc_sessionAuthenticate';

/**
 * The wallet's side of signing in with one click: requests are stored, told to the host, and approved or declined once.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export class AuthAnswering {
  readonly #context: EngineContext;
  readonly #parts: Omit<AuthenticatingParts, 'proposals'>;
  /** What is being done about a request, by its id. */
  readonly #mutex = new KeyedMutex<unknown>();

  constructor(context: EngineContext, parts: Omit<AuthenticatingParts, 'proposals'>) {
    this.#context = context;
    this.#parts = parts;
    context.calls.handle(METHOD, (call) => this.#asked(call));
    context.expiries.on('auth', (id) => void context.tidy(this.#expire(id)));
  }

  /** The requests that wait for this wallet's owner. */
  pending(): readonly PendingAuthRequest[] {
    return this.#context.tables.authRequests.all().filter(isWaiting);
  }

  /**
   * Hands over what the owner has signed. Gives the session that comes of it; `null` where the sign-in allows no method. Where the relay
   * does not take it, nothing is left of the session and the request still waits. What is not signed as it says ends the request: the app
   * is told.
   * @throws LatchkeyError `wallet-protocol/auth-request-not-found`, `wallet-protocol/settlement-failed`,
   * `wallet-protocol/invalid-parameter`, `wallet-protocol/missing-or-invalid`, `wallet-protocol/link-not-opened`, `relay/…`
   */
  approve(input: ApproveAuthParams, signal: AbortSignal): Promise<ProtocolSession | null> {
    return this.#mutex.run(membersOf(input).id, async () => {
      const request = this.#require(membersOf(input).id);
      const { auths } = input;
      const failure = await this.#parts.proofs.faultOf(auths, request.authPayload, signal);
      if (failure !== null) {
        const error = describeProtocolError('SESSION_SETTLEMENT_FAILED', 'Signature verification failed');
        // The owner hears of the signature, whether or not the app can be told.
        await this.#context.tidy(this.#refuse(request, error, 'response', signal));
        throw failure;
      }
      signal.throwIfAborted();
      return this.#agree(request, auths, signal);
    });
  }

  /**
   * Declines a request. Where the relay does not take it, the request still waits.
   * @throws LatchkeyError `wallet-protocol/auth-request-not-found`, `wallet-protocol/missing-or-invalid`, `relay/…`
   */
  reject(input: RejectParams, signal: AbortSignal): Promise<void> {
    return this.#mutex.run(membersOf(input).id, async () => {
      const request = this.#require(membersOf(input).id);
      const { reason } = input;
      if (!isReason(reason)) throw latchkeyErrorOf(invalid(`reject() reason: ${shownJson(reason)}`));
      signal.throwIfAborted();
      await this.#refuse(request, reason, 'reject', signal);
    });
  }

  /** Takes up what was stored: forgets what is over, and hands over the approvals that an earlier page had begun. */
  async restore(): Promise<void> {
    const { tables, expiries, clock, tidy } = this.#context;
    for (const request of tables.authRequests.all()) {
      const { id, isOwn, expiryTimestamp } = request;
      if (isOwn) continue;
      if (isOver(expiryTimestamp, clock.now())) {
        await tidy(this.#end(request));
        continue;
      }
      expiries.set({ kind: 'auth', key: id, expiry: expiryTimestamp });
      void tidy(this.#goOn(request));
    }
  }

  /**
   * Goes on with a request that an earlier page had answered, or approved as far as a session: until the relay has the answer, the time of
   * the request is over, or the session is.
   * @throws what is no failure of the relay
   */
  #goOn(request: PendingAuthRequest): Promise<void> {
    const { tables, life } = this.#context;
    const { authRequests, sessions } = tables;
    const { id, pairingTopic, requester, answer, answeredWith } = request;
    const isOfAnswer = ({ self }: ProtocolSession): boolean => self.publicKey === answeredWith;
    const isOfRequest = (each: ProtocolSession): boolean =>
      each.pairingTopic === pairingTopic && each.peer.publicKey === requester.publicKey;
    const session = sessions.all().find(answeredWith === undefined ? isOfRequest : isOfAnswer);
    const isLeft = (): boolean => {
      const now = authRequests.get(id);
      const isSame = now !== null && now.answer === answer && now.answeredWith === answeredWith;
      return isSame && (session === undefined || sessions.get(session.topic) !== null);
    };
    const goOn = async (): Promise<void> => {
      // The owner may have answered it by now.
      if (!isLeft()) return;
      if (answer !== undefined && answeredWith !== undefined) await this.#send({ ...request, answer, answeredWith });
      else if (answeredWith === undefined && session !== undefined)
        await this.#handOver(request, session, session.authentication ?? [], life);
    };
    return untilTaken(this.#context, isLeft, () => this.#mutex.run(id, goOn));
  }

  async #asked(call: IncomingCall): Promise<Handled> {
    const { topic, id, params, origin } = call;
    const { events, clock, tables, expiries, tidy } = this.#context;
    const request = bounded(readAuthRequest(params), clock.now());
    const link = request !== null && origin.transport === 'link_mode' ? messageLinkOf(request.requester.metadata) : null;
    if (link !== null) await tidy(this.#parts.links.remember(link));
    // A wallet that does not sign in has the proposal that comes with the request.
    if (!events.isListened('session_authenticate'))
      return this.#turnAway(call, request, describeProtocolError('WC_METHOD_UNSUPPORTED', METHOD));
    const { aud: uri, ...payload } = request?.authPayload ?? {};
    const fault = request === null ? invalid('session authenticate request') : authenticateFault({ ...payload, uri });
    if (request === null || fault !== null) return this.#turnAway(call, request, rpcErrorOf(fault));
    // Nobody waits for an answer to it any more.
    if (isOver(request.expiryTimestamp, clock.now())) return { answer: null };
    const earlier = tables.authRequests.get(id);
    // Requests are answered by their ids: that of another peer's is taken.
    if (earlier !== null && (earlier.isOwn || earlier.pairingTopic !== topic))
      return this.#turnAway(call, request, rpcErrorOf({ code: -32_600 }));
    if (earlier !== null && !isWaiting(earlier)) return { answer: null };
    if (earlier === null)
      await tables.authRequests.set(id, { ...request, id, pairingTopic: topic, transportType: origin.transport, isOwn: false });
    expiries.set({ kind: 'auth', key: id, expiry: earlier?.expiryTimestamp ?? request.expiryTimestamp });
    return { answer: null, rest: this.#tell(id, origin) };
  }

  /** Declines what no owner is asked about. Who asks by a link has no key of the pairing's: its own topic is written to. */
  #turnAway({ topic, id, origin }: IncomingCall, request: AuthRequest | null, error: RpcErrorObject): Handled {
    if (origin.transport === 'relay') return { answer: { error }, kind: 'autoReject' };
    if (request === null) return { answer: null };
    const { relay, calls, linkTo } = this.#context;
    const { requester } = request;
    const link = linkTo({ transportType: origin.transport, peer: requester });
    const rest = async (): Promise<void> => {
      const publicKey = await relay.keyChain.createKeyPair();
      const sealing = { topic: ownTopicOf(requester.publicKey), publicKey, peerPublicKey: requester.publicKey };
      try {
        await calls.reply({ topic, id, method: METHOD, link }, { error }, { kind: 'autoReject', sealing });
      } finally {
        await relay.keyChain.deleteKeys(publicKey);
      }
    };
    return { answer: null, rest };
  }

  #tell(id: number, origin: MessageOrigin): Rest {
    return async () => {
      const { checkOrigin, tables, tidy, events } = this.#context;
      const request = tables.authRequests.get(id);
      if (request === null) return;
      const { authPayload, requester, expiryTimestamp, pairingTopic: topic } = request;
      const params = { authPayload, requester, expiryTimestamp };
      const verifyContext = await checkOrigin({ method: METHOD, params, id, origin }, requester.metadata);
      await tidy(tables.authRequests.change(id, { verifyContext }));
      // It may have ended by now.
      if (tables.authRequests.get(id) !== null) events.emit('session_authenticate', { id, topic, params, verifyContext });
    };
  }

  #require(id: unknown): PendingAuthRequest {
    const request = typeof id === 'number' ? this.#context.tables.authRequests.get(id) : null;
    if (request !== null && isWaiting(request)) return request;
    // A host may hand over anything; the sentence shows it.
    throw new LatchkeyError('wallet-protocol/auth-request-not-found', { id: id as number });
  }

  async #agree(request: PendingAuthRequest, auths: readonly Cacao[], signal: AbortSignal): Promise<ProtocolSession | null> {
    const { relay, clock, tables, expiries, metadata, tidy, life } = this.#context;
    const { requester, pairingTopic, transportType } = request;
    const { publicKey, topic } = await newKeyFor(relay.keyChain, requester.publicKey, 'requester');
    const self = { publicKey, metadata: metadata() };
    const namespaces = authenticatedNamespaces(auths);
    const known = { topic, pairingTopic, namespaces: namespaces ?? {}, self, peer: requester, controller: self.publicKey };
    const session = signedSession({ ...known, authentication: auths, transportType }, clock.now());
    try {
      if (namespaces !== null) {
        await tables.sessions.set(topic, session);
        const heard = relay.subscribe([topic], signal);
        // What is asked and answered by links needs no relay, where it can be reached or not.
        if (transportType === 'link_mode') heard.catch(() => undefined);
        else await heard;
      }
      await this.#handOver(request, session, auths, signal);
    } catch (error) {
      if (!life.aborted) await tidy(this.#undo(session));
      throw error;
    }
    if (namespaces === null) {
      await relay.keyChain.deleteKeys(topic);
      return null;
    }
    // The app may have ended it by now.
    if (tables.sessions.get(topic) !== null) expiries.set({ kind: 'session', key: topic, expiry: session.expiry });
    return session;
  }

  async #handOver(request: PendingAuthRequest, session: ProtocolSession, cacaos: readonly Cacao[], signal: AbortSignal): Promise<void> {
    const { pairings } = this.#parts;
    const { self, peer } = session;
    const result: AuthResponse = { cacaos, responder: self };
    await this.#reply(request, { result }, self.publicKey, signal);
    await pairings.setPeer(request.pairingTopic, peer.metadata);
    await pairings.activate(request.pairingTopic);
  }

  async #refuse(request: PendingAuthRequest, error: RpcErrorObject, kind: AnswerKind, signal: AbortSignal): Promise<void> {
    const publicKey = await this.#context.relay.keyChain.createKeyPair();
    try {
      await this.#reply(request, { error }, publicKey, signal, kind);
    } catch (failure) {
      if (!this.#context.life.aborted) await this.#context.relay.keyChain.deleteKeys(publicKey);
      throw failure;
    }
  }

  /**
   * Answers on the app's own topic. That it is answered is stored before: nobody answers otherwise after the page was killed. The request
   * stays as answered, with the key of its answer, until its time is over.
   */
  async #reply(request: PendingAuthRequest, answer: CallAnswer, publicKey: string, signal: AbortSignal, kind?: AnswerKind): Promise<void> {
    const { tables, life } = this.#context;
    signal.throwIfAborted();
    const answered = { ...request, answeredWith: publicKey, answer, ...(kind === undefined ? {} : { kind }) };
    await tables.authRequests.set(request.id, answered);
    try {
      await this.#send(answered);
    } catch (error) {
      // A page that ends does not know whether the relay has it: the next one sends it.
      if (!life.aborted && tables.authRequests.get(request.id) !== null) await tables.authRequests.set(request.id, request);
      throw error;
    }
  }

  async #send({ answer, kind, ...answered }: AnsweredAuthRequest): Promise<void> {
    const { calls, tables, linkTo } = this.#context;
    const { id, pairingTopic: topic, requester, transportType, verifyContext, answeredWith: publicKey } = answered;
    const link = linkTo({ transportType, peer: requester });
    // Its owner was told that only the app of the link gets what is signed.
    if (link === null && transportType === 'link_mode' && verifyContext?.verified.validation === 'VALID' && 'result' in answer)
      throw new LatchkeyError('wallet-protocol/link-not-opened', {});
    const sealing = { topic: ownTopicOf(requester.publicKey), publicKey, peerPublicKey: requester.publicKey };
    await calls.reply({ topic, id, method: METHOD, link }, answer, { sealing, ...(kind === undefined ? {} : { kind }) });
    // It may have ended by now.
    if (tables.authRequests.get(id) !== null) await tables.authRequests.set(id, answered);
  }

  async #expire(id: number): Promise<void> {
    const request = this.#context.tables.authRequests.get(id);
    if (request?.isOwn === false) await this.#end(request);
  }

  /** Removes a request, and the key of its answer where no session has it. The record goes last. */
  async #end({ id, answeredWith }: PendingAuthRequest): Promise<void> {
    const { relay, tables, expiries } = this.#context;
    expiries.drop({ kind: 'auth', key: id });
    const isInUse = tables.sessions.all().some(({ self }) => self.publicKey === answeredWith);
    if (answeredWith !== undefined && !isInUse) await relay.keyChain.deleteKeys(answeredWith);
    await tables.authRequests.remove(id);
  }

  /** Removes a session that the app does not have. */
  async #undo({ topic, self }: ProtocolSession): Promise<void> {
    await this.#context.tables.sessions.remove(topic);
    await forgetTopic(this.#context, topic, self.publicKey);
  }
}

/** Whether a request waits for this wallet's owner. */
const isWaiting = ({ isOwn, answeredWith }: PendingAuthRequest): boolean => !isOwn && answeredWith === undefined;

/** A time beyond what the protocol lets anything wait is not a peer's to choose. */
const bounded = (request: AuthRequest | null, nowMs: number): AuthRequest | null =>
  request && { ...request, expiryTimestamp: Math.min(request.expiryTimestamp, Math.floor(nowMs / 1_000) + REQUEST_EXPIRY.max) };
