import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { fallbackNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import { type AuthenticateParams, type AuthRequest, authExpiry } from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { RpcErrorObject } from '../../../domain/wallet-protocol/json-rpc.js';
import { shouldSignInByLink } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { encodeLinkEnvelope, formatLinkUrl } from '../../../domain/wallet-protocol/link-mode/link-url.js';
import { isMethodUnsupported } from '../../../domain/wallet-protocol/peer-error-codes.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import { authenticateFault } from '../../../domain/wallet-protocol/rules/authenticate-rule.js';
import { onAbort } from '../../shared/on-abort.js';
import { AUTH_METHOD, type AuthContext, AuthExchange, type SignedAuth } from './auth-exchange.js';
import { PeerError } from './calls.js';
import type { NewPairing, Pairings } from './pairings.js';
import { PendingResults } from './pending-results.js';
import type { OutcomeHandler, ProposalOutcome, ProposeInput } from './session-proposer.js';
import type { SignInResult } from './sign-calls.js';
import type { SignInVerifier } from './sign-in-verifier.js';

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

/**
 * The app's side of one-click auth: publishes the request with a fallback proposal, and resolves with whichever the wallet responds to
 * first. Requests are stored: the next page load handles the response and emits `session_connect`.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export class AuthRequester {
  readonly #context: AuthContext;
  readonly #deps: AuthDeps;
  readonly #pending = new PendingResults<PendingAuth, SignInResult>();
  readonly #exchange: AuthExchange;

  constructor(context: AuthContext, deps: AuthDeps) {
    this.#context = context;
    this.#deps = deps;
    this.#exchange = new AuthExchange(context, deps.verifier, {
      claimed: (request) => this.#onClaim(request),
      signed: (request, signed) => this.#onSigned(request, signed),
      failed: (request, error) => this.#fail(request, error),
      rejected: (request, error) => this.#onRejection(request, error),
    });
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
    const { relay, calls, expiries, bestEffort } = this.#context;
    const { pairings, links } = this.#deps;
    let pairing: NewPairing | null = null;
    const id = calls.newId();
    const authRequest = await this.#exchange.create(params);
    const { requester } = authRequest;
    try {
      pairing = await pairings.make({ methods: [AUTH_METHOD] });
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
      await this.#exchange.add(request);
      expiries.set({ kind: 'auth', key: id, expiry: authRequest.expiryTimestamp });
      const uri = isByLink ? await this.#createLinkUrl(walletLink, request, authRequest) : pairing.uri;
      if (fallbackId !== null) await this.#publish({ request, params, authRequest, pairing, fallbackId }, signal);
      return { id, uri, response };
    } catch (error) {
      this.#pending.reject(id, error);
      const request = this.#exchange.get(id);
      if (request !== null) await bestEffort(this.#exchange.remove(request));
      await relay.keyChain.deleteKeys(requester.publicKey);
      if (pairing !== null) await bestEffort(pairings.remove(pairing.pairing.topic));
      throw error;
    }
  }

  /** Restores the requests of earlier page loads and removes expired ones. Returns the topics to subscribe to. */
  async restore(): Promise<readonly string[]> {
    const { relay, expiries, clock, bestEffort } = this.#context;
    const topics: string[] = [];
    for (const request of this.#exchange.all()) {
      const { id, expiryTimestamp, requester } = request;
      // A page closed while removing the request may have deleted its key already.
      const hasKey = await relay.keyChain.hasKey(requester.publicKey);
      if (isExpired(expiryTimestamp, clock.now()) || !hasKey) {
        await bestEffort(this.#exchange.remove(request));
        continue;
      }
      expiries.set({ kind: 'auth', key: id, expiry: expiryTimestamp });
      topics.push(await this.#exchange.topicOf(request));
    }
    return topics;
  }

  /** Creates a link with the unencrypted request, as the wallet has no key yet. The response may arrive by link or relay. */
  async #createLinkUrl(walletLink: string, request: PendingAuthRequest, params: unknown): Promise<string> {
    const { relay, lifetime } = this.#context;
    const { id, pairingTopic } = request;
    relay.subscribe([pairingTopic, await this.#exchange.topicOf(request)], lifetime).catch(() => undefined);
    const envelope = encodeLinkEnvelope(JSON.stringify({ id, jsonrpc: '2.0', method: AUTH_METHOD, params }));
    return formatLinkUrl(walletLink, { topic: pairingTopic, envelope });
  }

  /** Publishes in parallel: responses that arrive before the subscription wait in the mailbox. */
  async #publish({ request, params, authRequest, pairing, fallbackId }: Publication, signal: AbortSignal): Promise<void> {
    const optionalNamespaces = fallbackNamespaces(params.chains, params.methods ?? []);
    const results = await Promise.allSettled([
      this.#exchange.publish(request, authRequest, authExpiry(params.expiry), signal),
      this.#deps.proposals.propose({ id: fallbackId, pairing, optionalNamespaces }, signal),
    ]);
    // If the wallet has already responded, the request did arrive, whatever error the relay returned.
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected' && this.#pending.get(request.id) !== null) throw failed.reason;
  }

  /** Handles an error response. A wallet that does not support the method may still approve the fallback proposal. */
  async #onRejection(request: PendingAuthRequest, error: RpcErrorObject): Promise<void> {
    const isUnsupported = isMethodUnsupported(error);
    const waiting = this.#pending.get(request.id);
    if (!isUnsupported || waiting?.fallbackId === null) this.#pending.reject(request.id, new PeerError(error));
    if (!isUnsupported) await this.#withdraw(request);
    await this.#exchange.remove(request);
  }

  /** From here on, neither expiry nor the fallback proposal can settle the request. */
  async #onClaim(request: PendingAuthRequest): Promise<void> {
    this.#context.expiries.drop({ kind: 'auth', key: request.id });
    await this.#withdraw(request);
  }

  async #onSigned(request: PendingAuthRequest, { response: { cacaos, responder }, session, link }: SignedAuth): Promise<void> {
    const { id, pairingTopic } = request;
    // The caller belonged to an earlier page load.
    const isResumed = this.#pending.get(id) === null;
    if (session !== null) await this.#exchange.store(session);
    if (link !== null) await this.#context.bestEffort(this.#deps.links.remember(link));
    await this.#deps.pairings.setPeer(pairingTopic, responder.metadata);
    await this.#deps.pairings.activate(pairingTopic);
    await this.#exchange.remove(request, session !== null);
    this.#pending.resolve(id, { auths: cacaos, ...(session === null ? {} : { session }) });
    if (isResumed && session !== null) this.#context.events.emit('session_connect', { session });
  }

  /** Rejects a request whose response is unusable. */
  async #fail(request: PendingAuthRequest, error: LatchkeyError): Promise<void> {
    this.#pending.reject(request.id, error);
    await this.#exchange.remove(request);
  }

  /** Handles the outcome of a fallback proposal; returns `false` for other proposals. */
  #onFallbackOutcome(outcome: ProposalOutcome): boolean | (() => void) {
    if ('session' in outcome) {
      const { session } = outcome;
      const waiting = this.#pending.find(({ pairingTopic }) => pairingTopic === session.pairingTopic);
      const request = this.#exchange.all().find(({ pairingTopic }) => pairingTopic === session.pairingTopic);
      if (waiting === null && request === undefined) return false;
      return () => {
        if (waiting !== null) this.#pending.resolve(waiting.id, { session });
        if (request !== undefined) void this.#context.bestEffort(this.#exchange.remove(request));
      };
    }
    const waiting = this.#pending.find(({ fallbackId }) => fallbackId === outcome.id);
    if (waiting === null) return false;
    const request = this.#exchange.get(waiting.id);
    const isRefusal = outcome.error instanceof PeerError;
    if (!isRefusal && request !== null) return this.#clearFallback(waiting);
    this.#pending.reject(waiting.id, outcome.error);
    if (request !== null) void this.#context.bestEffort(this.#exchange.remove(request));
    return true;
  }

  #clearFallback(waiting: PendingAuth): true {
    waiting.fallbackId = null;
    return true;
  }

  async #expire(id: number): Promise<void> {
    const request = this.#exchange.get(id);
    if (request === null) return;
    this.#pending.reject(id, new LatchkeyError('wallet-protocol/request-expired', { method: AUTH_METHOD }));
    await this.#withdraw(request);
    await this.#exchange.remove(request);
  }

  /** Withdraws the fallback proposals of a request without notifying the wallet. */
  async #withdraw({ pairingTopic }: PendingAuthRequest): Promise<void> {
    const proposals = this.#context.tables.proposals.all();
    for (const proposal of proposals)
      if (proposal.isOwn && proposal.pairingTopic === pairingTopic) await this.#deps.proposals.withdraw(proposal.id);
  }
}

interface Publication {
  readonly request: PendingAuthRequest;
  readonly params: AuthenticateParams;
  readonly authRequest: AuthRequest;
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
