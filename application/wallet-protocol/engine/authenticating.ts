import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { authenticatedNamespaces, fallbackNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { type AuthenticateParams, authExpiry, makeAuthRequest } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { type AuthResponse, readAuthResponse } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { isRpcFailure, type RpcErrorObject, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { linkToRemember, signsInByLink } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { encodeLinkEnvelope, formatLinkUrl } from '../../../domain/wallet-protocol/link-mode/link-url.js';
import { ownTopicOf } from '../../../domain/wallet-protocol/own-topic.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { isOver } from '../../../domain/wallet-protocol/primitives.js';
import { SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { authenticateFault } from '../../../domain/wallet-protocol/rules/authenticate-rule.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { onAbort } from '../../shared/on-abort.js';
import { type MessageOrigin, PeerError, type Rest } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { agreedTopic } from './key-agreement.js';
import type { NewPairing, Pairings } from './pairings.js';
import { PendingResults } from './pending-results.js';
import type { Outcome, OutcomeTaker, ProposeInput } from './proposing.js';
import type { SignedIn } from './sign-calls.js';
import type { SignInProofs } from './sign-in-proofs.js';
import { signedSession } from './signed-session.js';

/** A wallet that was asked to sign in. */
interface SigningIn {
  readonly id: number;
  /** Secret: it holds the pairing's key. In link mode the link that hands the request to the wallet. */
  readonly uri: string;
  /**
   * What came of it. Never an unhandled rejection, and never too late for an answer.
   * @throws PeerError what the wallet answered instead
   * @throws LatchkeyError `wallet-protocol/settlement-failed`, `wallet-protocol/request-expired`, `wallet/invalid-response`, `config/disposed`
   */
  readonly response: Promise<SignedIn>;
}

/** The proposal that goes with a request, for wallets that know proposals only. */
interface FallbackProposals {
  follow(taker: OutcomeTaker): () => void;
  propose(input: ProposeInput, signal: AbortSignal): Promise<unknown>;
  withdraw(id: number): Promise<void>;
}

/** Universal links of the wallets that have taken a message by link before. */
export interface KnownLinks {
  known(): readonly string[];
  remember(link: string): Promise<void>;
}

/** What signing in is made of, beside the context. */
export interface AuthenticatingParts {
  readonly pairings: Pick<Pairings, 'make' | 'remove' | 'activate' | 'setPeer'>;
  readonly proposals: FallbackProposals;
  readonly proofs: Pick<SignInProofs, 'faultOf'>;
  readonly links: KnownLinks;
}

const METHOD = 'wc_sessionAuthenticate';

/**
 * The app's side of signing in with one click: the request, beside it a proposal for wallets that know no other, and what comes of the
 * first of them that is answered. Requests are stored: the next page takes the answer, and tells of its session by `session_connect`.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export class Authenticating {
  readonly #context: EngineContext;
  readonly #parts: AuthenticatingParts;
  readonly #waits = new PendingResults<Waiting, SignedIn>();
  /** Ids whose sign-in is being looked at: what else comes of them comes too late. */
  readonly #claimed = new Set<number>();

  constructor(context: EngineContext, parts: AuthenticatingParts) {
    this.#context = context;
    this.#parts = parts;
    context.calls.takeAnswers((topic, response, origin) => this.#answered(topic, response, origin));
    context.expiries.on('auth', (id) => void context.tidy(this.#expire(id)));
    const unfollow = parts.proposals.follow((outcome) => this.#fellBack(outcome));
    onAbort(context.life, () => {
      unfollow();
      this.#waits.rejectAll(context.life.reason);
    });
  }

  /**
   * Asks a wallet to sign in.
   * @param walletLink universal link of the wallet that is asked, where the app knows which
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async authenticate(params: AuthenticateParams, walletLink: string | undefined, signal: AbortSignal): Promise<SigningIn> {
    const fault = authenticateFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    signal.throwIfAborted();
    const { relay, calls, clock, metadata, tables, expiries, tidy } = this.#context;
    const { pairings, links } = this.#parts;
    const requester = { publicKey: await relay.keyChain.createKeyPair(), metadata: metadata() };
    let pairing: NewPairing | null = null;
    const id = calls.newId();
    try {
      const asked = makeAuthRequest(params, requester, clock.now());
      pairing = await pairings.make({ methods: [METHOD] });
      const { topic } = pairing.pairing;
      const isByLink = signsInByLink(walletLink, requester.metadata, links.known());
      const request: PendingAuthRequest = {
        ...asked,
        id,
        pairingTopic: topic,
        transportType: isByLink ? 'link_mode' : 'relay',
        isOwn: true,
        ...(walletLink === undefined ? {} : { walletLink }),
      };
      // Both are there before the wallet is asked: an answer may come at once.
      const fallbackId = isByLink ? null : calls.newId();
      const response = this.#waits.add(id, { id, pairingTopic: topic, fallbackId });
      await tables.authRequests.set(id, request);
      expiries.set({ kind: 'auth', key: id, expiry: asked.expiryTimestamp });
      const uri = isByLink ? await this.#byLink(walletLink, request, asked) : pairing.uri;
      if (fallbackId !== null) await this.#publish({ request, params, asked, pairing, fallbackId }, signal);
      return { id, uri, response };
    } catch (error) {
      this.#waits.reject(id, error);
      const request = tables.authRequests.get(id);
      if (request !== null) await tidy(this.#end(request));
      await relay.keyChain.deleteKeys(requester.publicKey);
      if (pairing !== null) await tidy(pairings.remove(pairing.pairing.topic));
      throw error;
    }
  }

  /** Takes up the requests that an earlier page left, and forgets those that are over. Gives the topics to subscribe to. */
  async restore(): Promise<readonly string[]> {
    const { relay, tables, expiries, clock, tidy } = this.#context;
    const topics: string[] = [];
    for (const request of tables.authRequests.all()) {
      const { id, isOwn, expiryTimestamp, requester } = request;
      if (!isOwn) continue;
      // A page that was killed while it ended the request may have left it without its key.
      const isKeyKnown = await relay.keyChain.hasKey(requester.publicKey);
      if (isOver(expiryTimestamp, clock.now()) || !isKeyKnown) {
        await tidy(this.#end(request));
        continue;
      }
      expiries.set({ kind: 'auth', key: id, expiry: expiryTimestamp });
      topics.push(await relay.keyChain.ownTopic(requester.publicKey));
    }
    return topics;
  }

  /** The request travels in the link, in the clear: the wallet has no key yet. Its answer may come by either way. */
  async #byLink(walletLink: string, { id, pairingTopic, requester }: PendingAuthRequest, params: unknown): Promise<string> {
    const { relay, life } = this.#context;
    relay.subscribe([pairingTopic, await relay.keyChain.ownTopic(requester.publicKey)], life).catch(() => undefined);
    const envelope = encodeLinkEnvelope(JSON.stringify({ id, jsonrpc: '2.0', method: METHOD, params }));
    return formatLinkUrl(walletLink, { topic: pairingTopic, envelope });
  }

  /** All at once: what a wallet answers before this party is heard waits at the relay. */
  async #publish({ request, params, asked, pairing, fallbackId }: Publication, signal: AbortSignal): Promise<void> {
    const { relay, calls } = this.#context;
    const { id, pairingTopic: topic, requester } = request;
    const delivery = { ...PROTOCOL_METHODS[METHOD].request, ttl: authExpiry(params.expiry) };
    const own = await relay.keyChain.ownTopic(requester.publicKey);
    const optionalNamespaces = fallbackNamespaces(params.chains, params.methods ?? []);
    const done = await Promise.allSettled([
      relay.subscribe([topic, own], signal),
      calls.tell({ id, topic, method: METHOD, params: asked, delivery }, signal),
      this.#parts.proposals.propose({ id: fallbackId, pairing, optionalNamespaces }, signal),
    ]);
    // A wallet that has answered has been asked, whatever the relay says.
    const failed = done.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected' && this.#waits.get(id) !== null) throw failed.reason;
  }

  /** Takes a wallet's answer, also one to an earlier page; `null` when it answers none. */
  async #answered(topic: string, response: RpcResponse, origin: MessageOrigin): Promise<Rest | null> {
    const request = this.#context.tables.authRequests.get(response.id);
    if (request?.isOwn !== true || this.#claimed.has(request.id)) return null;
    const isOnPairing = topic === request.pairingTopic;
    if (isRpcFailure(response)) {
      if (!isOnPairing && topic !== ownTopicOf(request.requester.publicKey)) return null;
      return this.#refused(request, response.error);
    }
    // What is signed is for the key of this party, and travels on its own topic only.
    if (topic !== ownTopicOf(request.requester.publicKey)) return null;
    this.#claimed.add(request.id);
    try {
      return await this.#signed(request, response.result, origin);
    } finally {
      this.#claimed.delete(request.id);
    }
  }

  /** A wallet that does not know the call still has the proposal. */
  async #refused(request: PendingAuthRequest, error: RpcErrorObject): Promise<Rest> {
    const isUnsupported = error.code === SDK_ERRORS.WC_METHOD_UNSUPPORTED.code;
    const waiting = this.#waits.get(request.id);
    if (!isUnsupported || waiting?.fallbackId === null) this.#waits.reject(request.id, new PeerError(error));
    if (!isUnsupported) await this.#withdraw(request);
    await this.#end(request);
    return async () => undefined;
  }

  async #signed(request: PendingAuthRequest, result: unknown, origin: MessageOrigin): Promise<Rest> {
    const { expiries, life } = this.#context;
    const { id, pairingTopic } = request;
    // From here on it neither ends by itself nor by its fallback.
    expiries.drop({ kind: 'auth', key: id });
    const waiting = this.#waits.get(id);
    await this.#withdraw(request);
    const response = readAuthResponse(result);
    const isForeign =
      origin.transport === 'relay' && origin.senderPublicKey !== undefined && origin.senderPublicKey !== response?.responder.publicKey;
    if (response === null || isForeign) return this.#fail(request, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    const fault = await this.#parts.proofs.faultOf(response.cacaos, request.authPayload, life);
    if (fault !== null)
      return this.#fail(request, new LatchkeyError('wallet-protocol/settlement-failed', { detail: '' }, { cause: fault }));
    const session = await this.#settle(request, response);
    if (session === 'no key') return this.#fail(request, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    await this.#parts.pairings.setPeer(pairingTopic, response.responder.metadata);
    await this.#parts.pairings.activate(pairingTopic);
    await this.#end(request, session !== null);
    this.#waits.resolve(id, { auths: response.cacaos, ...(session === null ? {} : { session }) });
    // Who asked is gone with an earlier page.
    if (waiting === null && session !== null) this.#context.events.emit('session_connect', { session });
    return async () => undefined;
  }

  /** A wallet's answer was none that can be used. */
  async #fail(request: PendingAuthRequest, error: LatchkeyError): Promise<Rest> {
    this.#waits.reject(request.id, error);
    await this.#end(request);
    return async () => undefined;
  }

  /** Keeps the session that comes of what was signed; `null` where it allows no method. */
  async #settle(request: PendingAuthRequest, { cacaos, responder }: AuthResponse): Promise<ProtocolSession | null | 'no key'> {
    const { relay, clock, tables, expiries, life, metadata, tidy } = this.#context;
    const { pairingTopic, requester, walletLink } = request;
    const namespaces = authenticatedNamespaces(cacaos);
    if (namespaces === null) return null;
    const topic = await agreedTopic(relay.keyChain, { publicKey: requester.publicKey, peerPublicKey: responder.publicKey });
    if (topic === null) return 'no key';
    const link = linkToRemember(walletLink, metadata(), responder.metadata);
    const known = { topic, pairingTopic, namespaces, self: requester, peer: responder, controller: responder.publicKey };
    const transportType = link === null ? 'relay' : 'link_mode';
    const session = signedSession({ ...known, authentication: cacaos, transportType }, clock.now());
    await tables.sessions.set(topic, session);
    expiries.set({ kind: 'session', key: topic, expiry: session.expiry });
    if (link !== null) await tidy(this.#parts.links.remember(link));
    // The topic stays wanted also where the relay cannot be told now.
    relay.subscribe([topic], life).catch(() => undefined);
    return session;
  }

  /** What came of a proposal: of one that went with a request. */
  #fellBack(outcome: Outcome): boolean | (() => void) {
    if ('session' in outcome) {
      const { session } = outcome;
      const waiting = this.#waits.find(({ pairingTopic }) => pairingTopic === session.pairingTopic);
      const request = this.#context.tables.authRequests.all().find((each) => each.isOwn && each.pairingTopic === session.pairingTopic);
      if (waiting === null && request === undefined) return false;
      return () => {
        if (waiting !== null) this.#waits.resolve(waiting.id, { session });
        if (request !== undefined) void this.#context.tidy(this.#end(request));
      };
    }
    const waiting = this.#waits.find(({ fallbackId }) => fallbackId === outcome.id);
    if (waiting === null) return false;
    const request = this.#context.tables.authRequests.get(waiting.id);
    const isRefusal = outcome.error instanceof PeerError;
    if (!isRefusal && request !== null) return this.#goOnWithout(waiting);
    this.#waits.reject(waiting.id, outcome.error);
    if (request !== null) void this.#context.tidy(this.#end(request));
    return true;
  }

  #goOnWithout(waiting: Waiting): true {
    waiting.fallbackId = null;
    return true;
  }

  async #expire(id: number): Promise<void> {
    const request = this.#context.tables.authRequests.get(id);
    if (request?.isOwn !== true) return;
    this.#waits.reject(id, new LatchkeyError('wallet-protocol/request-expired', { method: METHOD }));
    await this.#withdraw(request);
    await this.#end(request);
  }

  /** Takes the proposals back that went with a request; its wallet is not told. */
  async #withdraw({ pairingTopic }: PendingAuthRequest): Promise<void> {
    const proposals = this.#context.tables.proposals.all();
    for (const proposal of proposals)
      if (proposal.isOwn && proposal.pairingTopic === pairingTopic) await this.#parts.proposals.withdraw(proposal.id);
  }

  /** Removes a request with all that belongs to it. The record goes last. @param keepsKey whether a session has its key now */
  async #end({ id, requester: { publicKey } }: PendingAuthRequest, keepsKey = false): Promise<void> {
    const { relay, tables, expiries } = this.#context;
    const topic = ownTopicOf(publicKey);
    expiries.drop({ kind: 'auth', key: id });
    await relay.unsubscribe([topic]);
    await relay.keyChain.deleteKeys(topic, ...(keepsKey ? [] : [publicKey]));
    await tables.authRequests.remove(id);
  }
}

/** What is published for a request. */
interface Publication {
  readonly request: PendingAuthRequest;
  readonly params: AuthenticateParams;
  readonly asked: unknown;
  readonly pairing: NewPairing;
  readonly fallbackId: number;
}

/** A request to sign in that somebody in this page waits for. */
interface Waiting {
  readonly id: number;
  readonly pairingTopic: string;
  /** Id of the proposal that went with it; `null` where there is none any more. */
  fallbackId: number | null;
}
