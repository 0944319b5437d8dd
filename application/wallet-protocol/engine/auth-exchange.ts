import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { authenticatedNamespaces } from '../../../domain/wallet-protocol/authentication/auth-namespaces.js';
import {
  type AuthenticateParams,
  type AuthRequest,
  type AuthRequestOptions,
  createAuthRequest,
} from '../../../domain/wallet-protocol/authentication/auth-request.js';
import { type AuthResponse, readAuthResponse } from '../../../domain/wallet-protocol/authentication/auth-response.js';
import { isRpcFailure, type RpcErrorObject, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { linkModeAppOf } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import type { PendingAuthRequest } from '../../../domain/wallet-protocol/pending-auth-request.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { responseTopicOf } from '../../../domain/wallet-protocol/response-topic.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { AfterResponse, MessageOrigin } from './calls.js';
import type { RequesterContext } from './engine-context.js';
import type { EngineTables, RequesterTables } from './engine-tables.js';
import { agreedTopic } from './key-agreement.js';
import type { SignInVerifier } from './sign-in-verifier.js';
import { createSignedSession } from './signed-session.js';

/** Context of an app that requests sign-ins. */
export interface AuthContext extends RequesterContext {
  readonly tables: RequesterTables & Pick<EngineTables, 'authRequests'>;
}

/** A verified response of a wallet. */
export interface SignedAuth {
  readonly response: AuthResponse;
  /** The session that it creates, not stored yet; `null` if it grants no method. */
  readonly session: ProtocolSession | null;
  /** Universal link of the wallet, if the session is in link mode. */
  readonly link: string | null;
}

/** Handles the outcomes of sign-in requests, each of which has one. */
export interface AuthOutcomeHandler {
  /** Called with a result before it is verified. */
  claimed?(request: PendingAuthRequest): Promise<void>;
  signed(request: PendingAuthRequest, signed: SignedAuth): Promise<void>;
  /** The result is invalid. */
  failed(request: PendingAuthRequest, error: LatchkeyError): Promise<void>;
  /** The wallet responded with an error. */
  rejected(request: PendingAuthRequest, error: RpcErrorObject): Promise<void>;
}

export const AUTH_METHOD = 'wc_sessionAuthenticate';

/**
 * The app's side of `wc_sessionAuthenticate`: publishes requests, verifies responses and creates their sessions.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export class AuthExchange {
  readonly #context: AuthContext;
  readonly #verifier: Pick<SignInVerifier, 'faultOf'>;
  readonly #handler: AuthOutcomeHandler;
  /** Ids whose response is being verified: further responses are ignored. */
  readonly #claimed = new Set<number>();

  constructor(context: AuthContext, verifier: Pick<SignInVerifier, 'faultOf'>, handler: AuthOutcomeHandler) {
    this.#context = context;
    this.#verifier = verifier;
    this.#handler = handler;
    context.calls.onUnmatchedResponse((topic, response, origin) => this.#onResponse(topic, response, origin));
  }

  /** Returns an own request; `null` if there is none. */
  get(id: number): PendingAuthRequest | null {
    const request = this.#context.tables.authRequests.get(id);
    return request?.isOwn === true ? request : null;
  }

  /** The own requests. */
  all(): readonly PendingAuthRequest[] {
    return this.#context.tables.authRequests.all().filter(({ isOwn }) => isOwn);
  }

  /**
   * Creates a request with a new key pair.
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` if the app's own ReCap is invalid
   */
  async create(params: AuthenticateParams, options: AuthRequestOptions = {}): Promise<AuthRequest> {
    const { relay, metadata, clock } = this.#context;
    const requester = { publicKey: await relay.keyChain.createKeyPair(), metadata: metadata() };
    try {
      return createAuthRequest(params, requester, clock.now(), options);
    } catch (error) {
      await relay.keyChain.deleteKeys(requester.publicKey);
      throw error;
    }
  }

  /** Returns the topics of the results of the requests on a pairing. */
  topicsOn(pairingTopic: string): Promise<readonly string[]> {
    return Promise.all(this.#allOn(pairingTopic).map((request) => this.topicOf(request)));
  }

  /** Removes the requests on a pairing with their keys. */
  async removeOn(pairingTopic: string): Promise<void> {
    await Promise.all(this.#allOn(pairingTopic).map((request) => this.remove(request)));
  }

  /** Stores a request. */
  async add(request: PendingAuthRequest): Promise<void> {
    await this.#context.tables.authRequests.set(request.id, request);
  }

  /**
   * Publishes a stored request. Responses that arrive before the subscription wait in the mailbox.
   * @throws LatchkeyError `relay/…`
   */
  async publish(request: PendingAuthRequest, params: AuthRequest, ttl: number, signal: AbortSignal): Promise<void> {
    const { relay, calls } = this.#context;
    const { id, pairingTopic: topic } = request;
    const delivery = { ...PROTOCOL_METHODS[AUTH_METHOD].request, ttl };
    const own = await this.topicOf(request);
    await Promise.all([relay.subscribe([topic, own], signal), calls.notify({ id, topic, method: AUTH_METHOD, params, delivery }, signal)]);
  }

  /** Returns the topic of the results of a request. */
  topicOf({ requester: { publicKey } }: PendingAuthRequest): Promise<string> {
    return this.#context.relay.keyChain.responseTopic(publicKey);
  }

  /** Stores the session of a response. */
  async store(session: ProtocolSession): Promise<void> {
    const { tables, expiries, relay, lifetime } = this.#context;
    await tables.sessions.set(session.topic, session);
    expiries.set({ kind: 'session', key: session.topic, expiry: session.expiry });
    // The relay port keeps the topic even if it cannot subscribe now.
    relay.subscribe([session.topic], lifetime).catch(() => undefined);
  }

  /** Removes a request with its keys, the record last. @param isKeyInUse whether a session uses the key pair */
  async remove({ id, requester: { publicKey } }: PendingAuthRequest, isKeyInUse = false): Promise<void> {
    const { relay, tables, expiries } = this.#context;
    const topic = responseTopicOf(publicKey);
    expiries.drop({ kind: 'auth', key: id });
    await relay.unsubscribe([topic]);
    await relay.keyChain.deleteKeys(topic, ...(isKeyInUse ? [] : [publicKey]));
    await tables.authRequests.remove(id);
  }

  #allOn(pairingTopic: string): readonly PendingAuthRequest[] {
    return this.all().filter((request) => request.pairingTopic === pairingTopic);
  }

  /** Handles a wallet's response, including one for an earlier page load; `null` if it belongs to no request. */
  async #onResponse(topic: string, response: RpcResponse, origin: MessageOrigin): Promise<AfterResponse | null> {
    const request = this.get(response.id);
    if (request === null || this.#claimed.has(request.id)) return null;
    const isOnResponseTopic = topic === responseTopicOf(request.requester.publicKey);
    // A result is encrypted for the requester's key and is valid only on its response topic.
    if (!isOnResponseTopic && !(isRpcFailure(response) && topic === request.pairingTopic)) return null;
    if (isRpcFailure(response)) await this.#handler.rejected(request, response.error);
    else {
      this.#claimed.add(request.id);
      try {
        await this.#onResult(request, response.result, origin);
      } finally {
        this.#claimed.delete(request.id);
      }
    }
    return async () => undefined;
  }

  async #onResult(request: PendingAuthRequest, result: unknown, origin: MessageOrigin): Promise<void> {
    const { relay, clock, metadata, lifetime } = this.#context;
    const handler = this.#handler;
    await handler.claimed?.(request);
    const response = readAuthResponse(result);
    const isForeign =
      origin.transport === 'relay' && origin.senderPublicKey !== undefined && origin.senderPublicKey !== response?.responder.publicKey;
    if (response === null || isForeign) return handler.failed(request, invalidResponse());
    const { cacaos, responder } = response;
    const fault = await this.#verifier.faultOf(cacaos, request.authPayload, lifetime);
    if (fault !== null)
      return handler.failed(request, new LatchkeyError('wallet-protocol/settlement-failed', { detail: '' }, { cause: fault }));
    const namespaces = authenticatedNamespaces(cacaos);
    if (namespaces === null) return handler.signed(request, { response, session: null, link: null });
    const { pairingTopic, requester, walletLink } = request;
    const topic = await agreedTopic(relay.keyChain, { publicKey: requester.publicKey, peerPublicKey: responder.publicKey });
    if (topic === null) return handler.failed(request, invalidResponse());
    const link = linkModeAppOf(walletLink, metadata(), responder.metadata);
    const details = { topic, pairingTopic, namespaces, self: requester, peer: responder, controller: responder.publicKey };
    const transportType = link === null ? 'relay' : 'link_mode';
    const session = createSignedSession({ ...details, authentication: cacaos, transportType }, clock.now());
    return handler.signed(request, { response, session, link });
  }
}

const invalidResponse = (): LatchkeyError => new LatchkeyError('wallet/invalid-response', { method: AUTH_METHOD });
