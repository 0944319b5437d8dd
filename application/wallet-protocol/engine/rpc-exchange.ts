import { takeUntil } from 'rxjs';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import {
  isRpcFailure,
  isRpcRequest,
  type RpcErrorObject,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
  rpcId,
} from '../../../domain/wallet-protocol/json-rpc.js';
import { isLinkModeMethod } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { isAttested } from '../../../domain/wallet-protocol/origin/verify-context.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import {
  type Delivery,
  isProtocolMethod,
  PROTOCOL_METHODS,
  type ProtocolMethod,
} from '../../../domain/wallet-protocol/protocol-methods.js';
import type { CallResponse } from '../../../domain/wallet-protocol/state/call-history.js';
import type { MessageHashes } from '../../ports/attestation.port.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { Random } from '../../ports/random.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { aborted } from '../../shared/aborted.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import { onAbort } from '../../shared/on-abort.js';
import { createBestEffort } from '../best-effort.js';
import type { MessageRelay, OpenedMessage } from '../message-relay.js';
import {
  type AfterResponse,
  type CallHandler,
  type IncomingCall,
  type LinkTransport,
  type MessageOrigin,
  type OutgoingCall,
  PeerError,
  type PendingCall,
  type ResponseHandler,
  type ResponseKind,
} from './calls.js';
import { PendingResults } from './pending-results.js';
import { ReceivedCalls, type ResponseRoute, type TopicCalls } from './received-calls.js';

export interface RpcExchangeOptions {
  readonly relay: MessageRelay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Aborted with `config/disposed` when the engine is disposed. */
  readonly lifetime: AbortSignal;
  /** Returns the link transport for responses on a topic; `null` for the relay. Default: always the relay. */
  readonly linkOf?: (topic: string) => LinkTransport | null;
  /** Requests an attestation of a call's origin, in parallel to publishing. Returns the attestation to publish with it. Default: none. */
  readonly attest?: (ids: MessageHashes) => string | null;
}

/** A peer's message, from relay or link. */
export interface IncomingMessage {
  readonly topic: string;
  readonly message: RpcMessage;
  readonly origin: MessageOrigin;
}

/** Delivery of a response to an unknown method. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/rpc-methods */
const UNKNOWN_METHOD: Delivery = { tag: 0, ttl: 86_400, prompt: false };

/** Maximum length of an unknown method's name in the error response. */
const MAX_METHOD_NAME_LENGTH = 64;

const unsupported = (method: string): CallResponse => ({
  error: describeProtocolError('WC_METHOD_UNSUPPORTED', method.slice(0, MAX_METHOD_NAME_LENGTH)),
});

const deliveryOf = (method: ProtocolMethod, kind: ResponseKind = 'response'): Delivery => {
  const row: Partial<Record<ResponseKind, Delivery>> & { readonly response: Delivery } = PROTOCOL_METHODS[method];
  return row[kind] ?? row.response;
};

/** Replaces an `undefined` result by `null`: JSON would drop it, and a response without a result is invalid. */
const normalizeResponse = (response: CallResponse): CallResponse =>
  'result' in response ? { result: response.result ?? null } : { error: response.error };

const errorOf = (reason?: RpcErrorObject | Error): Error => {
  if (reason === undefined) return new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
  return reason instanceof Error ? reason : new PeerError(reason);
};

const noop: AfterResponse = async () => undefined;

/**
 * JSON-RPC with peers. Each incoming call is handled once and gets the same response on every delivery, also after a reload. Messages are
 * handled in order per topic, independently of other topics.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export class RpcExchange {
  readonly #options: RpcExchangeOptions;
  /** Pending results by call id, with the topic of the response. */
  readonly #pendingResponses = new PendingResults<string, unknown>();
  readonly #receivedCalls: ReceivedCalls;
  readonly #handlers = new Map<ProtocolMethod, CallHandler>();
  readonly #responseHandlers: ResponseHandler[] = [];
  /** Handles one message at a time per topic. */
  readonly #mutex = new KeyedMutex<string>();
  #lastId = 0;

  constructor(options: RpcExchangeOptions) {
    const { relay, records, clock, logger, lifetime } = options;
    this.#options = options;
    this.#receivedCalls = new ReceivedCalls({ store: records, clock, bestEffort: createBestEffort(logger, lifetime) });
    const subscription = relay.messages$.pipe(takeUntil(aborted(lifetime))).subscribe((message) => void this.#onRelayMessage(message));
    subscription.add(() => this.#pendingResponses.rejectAll(lifetime.reason ?? new LatchkeyError('config/disposed', {})));
  }

  /** Returns a new id, greater than all earlier ones. */
  newId(): number {
    const { clock, random } = this.#options;
    this.#lastId = Math.max(rpcId(clock.now(), random.next()), this.#lastId + 1);
    return this.#lastId;
  }

  /** Publishes a call and waits for its response until the TTL of its delivery. */
  request(call: OutgoingCall, signal: AbortSignal): PendingCall {
    const { topic, method } = call;
    const { clock, lifetime } = this.#options;
    const message = this.#messageOf(call);
    const { id } = message;
    const delivery = call.delivery ?? PROTOCOL_METHODS[method].request;
    const publishController = new AbortController();
    const result = this.#pendingResponses.add(id, call.responseTopic ?? topic);
    const removeAbortListener = onAbort(signal, () => this.#pendingResponses.reject(id, signal.reason));
    const onTimeout = (): void => this.#pendingResponses.reject(id, new LatchkeyError('wallet-protocol/request-expired', { method }));
    const timer = clock.scheduler.schedule(onTimeout, delivery.ttl * 1_000);
    const cleanUp = (): void => {
      removeAbortListener();
      timer.unsubscribe();
      publishController.abort();
    };
    result.then(cleanUp, cleanUp);
    const abortedSignal = [lifetime, signal].find(({ aborted }) => aborted);
    if (abortedSignal !== undefined) this.#pendingResponses.reject(id, abortedSignal.reason);
    const sending = abortedSignal !== undefined ? result : this.#sendRequest(call, message, delivery, publishController.signal);
    sending.catch((error: unknown) => this.#pendingResponses.reject(id, error));
    // A response, including an error, proves that the call arrived, even if publishing failed.
    const responded = result.catch((error: unknown) => {
      if (!(error instanceof PeerError)) throw error;
    });
    const published = Promise.race([sending, responded]).then(() => undefined);
    published.catch(() => undefined);
    return { id, published, result };
  }

  /**
   * Publishes a call without waiting for a response.
   * @throws LatchkeyError `relay/…`
   */
  async notify(call: OutgoingCall, signal: AbortSignal): Promise<void> {
    this.#options.lifetime.throwIfAborted();
    signal.throwIfAborted();
    await this.#sendRequest(call, this.#messageOf(call), call.delivery ?? PROTOCOL_METHODS[call.method].request, signal);
  }

  /**
   * Responds to a call whose handler returned no response. The response is stored before it is published, so that a redelivered call gets the
   * same one.
   * @param sealing topic and keys of a response in a type 1 envelope. If `call.link` is set as well, a result is sent only through the link,
   * never over the relay: the sender of the request may not be the app that owns the link
   * @throws LatchkeyError `relay/…`, `wallet-protocol/link-not-opened`
   */
  async reply(
    call: Pick<IncomingCall, 'topic' | 'id' | 'method'> & { readonly link?: LinkTransport | null },
    response: CallResponse,
    { kind, sealing }: { readonly kind?: ResponseKind; readonly sealing?: Omit<ResponseRoute, 'isByLink'> } = {},
  ): Promise<void> {
    const { topic, id, method, link = null } = call;
    const normalized = normalizeResponse(response);
    const calls = await this.#receivedCalls.of(topic);
    const route = sealing && { ...sealing, ...(link === null ? {} : { isByLink: true }) };
    await calls.respond(id, normalized, { way: route, kind });
    this.#options.lifetime.throwIfAborted();
    await this.#sendResponse({ topic, id, response: normalized, delivery: deliveryOf(method, kind), route, link });
  }

  /** Sets the handler of a method. Calls of a method without a handler get the error `WC_METHOD_UNSUPPORTED`. */
  handle(method: ProtocolMethod, handler: CallHandler): void {
    this.#handlers.set(method, handler);
  }

  /** Adds a handler for responses without a pending call. Handlers are tried in order of registration. */
  onUnmatchedResponse(handler: ResponseHandler): void {
    this.#responseHandlers.push(handler);
  }

  /** Rejects a pending call. @param reason default: the session was disconnected */
  cancelCall(id: number, reason?: RpcErrorObject | Error): void {
    this.#pendingResponses.reject(id, errorOf(reason));
  }

  /** Rejects the pending calls of a topic: the session was disconnected. */
  rejectCalls(topic: string): void {
    this.#pendingResponses.rejectAll(errorOf(), (each) => each === topic);
  }

  /** Rejects the pending calls of a topic and removes its received calls. */
  cancelTopic(topic: string): Promise<void> {
    this.rejectCalls(topic);
    return this.#receivedCalls.forget(topic);
  }

  /**
   * Handles a message from a link, in order with the other messages of its topic. Resolves when it is completely handled.
   * @throws any error of its handler
   */
  receive(incoming: IncomingMessage): Promise<void> {
    return this.#inOrder(incoming.topic, () => this.#handleMessage(incoming));
  }

  async #onRelayMessage({ topic, message, acknowledge, ...origin }: OpenedMessage): Promise<void> {
    const { lifetime, logger } = this.#options;
    try {
      await this.#inOrder(topic, async () => {
        lifetime.throwIfAborted();
        return this.#handleMessage({ topic, message, origin: { ...origin, transport: 'relay' } });
      });
      acknowledge();
    } catch (error) {
      // Not acknowledged, so the relay delivers it again.
      if (!lifetime.aborted) logger.warn('Could not handle the message of a peer', error);
    }
  }

  /** Handles the messages of a topic one after the other. Work after the response does not delay the next message. */
  async #inOrder(topic: string, handle: () => Promise<AfterResponse>): Promise<void> {
    const afterResponse = await this.#mutex.run(topic, handle);
    await afterResponse();
  }

  async #handleMessage({ topic, message, origin }: IncomingMessage): Promise<AfterResponse> {
    if (!isRpcRequest(message)) return this.#handleResponse(topic, message, origin);
    // A type 1 envelope is for this client's response topic, which accepts only responses: anyone may publish there.
    if (origin.transport === 'relay' && origin.senderPublicKey !== undefined) return noop;
    const { id, method, params } = message;
    const link = origin.transport === 'link_mode' && isLinkModeMethod(method) ? (this.#options.linkOf?.(topic) ?? null) : null;
    if (!isProtocolMethod(method)) {
      return () => this.#sendResponse({ topic, id, response: unsupported(method), delivery: UNKNOWN_METHOD, link });
    }
    const calls = await this.#receivedCalls.of(topic);
    const state = calls.stateOf(id);
    if (state.type === 'pending') return noop;
    if (state.type === 'responded') {
      const { way: route, kind } = calls.routingOf(id);
      // The result was only for the app that owns the link, and anyone can repeat the request over the relay.
      if (route?.isByLink === true) return noop;
      return () => this.#sendResponse({ topic, id, response: state.response, delivery: deliveryOf(method, kind), route, link });
    }
    return this.#handleCall({ topic, id, method, params, origin }, calls, link);
  }

  async #handleCall(call: IncomingCall, calls: TopicCalls, link: LinkTransport | null): Promise<AfterResponse> {
    const { topic, id, method } = call;
    await calls.add(id);
    try {
      const handler = this.#handlers.get(method);
      const {
        response,
        kind,
        isRepeatable,
        afterResponse = noop,
      } = handler === undefined ? { response: unsupported(method) } : await handler(call);
      if (response === null) return afterResponse;
      const normalized = normalizeResponse(response);
      await calls.respond(id, normalized, { kind, isStored: isRepeatable !== true });
      return async () => {
        try {
          await this.#sendResponse({ topic, id, response: normalized, delivery: deliveryOf(method, kind), link });
        } finally {
          await afterResponse();
        }
      };
    } catch (error) {
      calls.drop(id);
      throw error;
    }
  }

  async #handleResponse(topic: string, response: RpcResponse, origin: MessageOrigin): Promise<AfterResponse> {
    if (this.#pendingResponses.get(response.id) === topic) {
      if (isRpcFailure(response)) this.#pendingResponses.reject(response.id, new PeerError(response.error));
      else this.#pendingResponses.resolve(response.id, response.result);
      return noop;
    }
    for (const handle of this.#responseHandlers) {
      const afterResponse = await handle(topic, response, origin);
      if (afterResponse !== null) return afterResponse;
    }
    return noop;
  }

  #messageOf({ id = this.newId(), method, params }: OutgoingCall): RpcRequest {
    return { id, jsonrpc: '2.0', method, params };
  }

  async #sendRequest(
    { topic, method, link = null, beforePublish }: OutgoingCall,
    message: RpcRequest,
    delivery: Delivery,
    signal: AbortSignal,
  ): Promise<void> {
    if (beforePublish !== undefined) {
      await beforePublish();
      signal.throwIfAborted();
    }
    if (link !== null && (await link({ topic, message }))) return;
    // With an empty attestation, the receiver does not query the attestation service.
    const { attest = () => '', relay } = this.#options;
    await relay.publish({ topic, message, delivery, ...(isAttested(method) ? { onSealed: attest } : {}) }, signal);
  }

  async #sendResponse({ topic, id, response, delivery, route, link }: OutgoingResponse): Promise<void> {
    const { relay, lifetime } = this.#options;
    const sealed = {
      topic: route?.topic ?? topic,
      message: { id, jsonrpc: '2.0' as const, ...response },
      ...(route && { sealing: route }),
    };
    if (link !== null && (await link(sealed))) return;
    if (route?.isByLink === true && 'result' in response) throw new LatchkeyError('wallet-protocol/link-not-opened', {});
    await relay.publish({ ...sealed, delivery }, lifetime);
  }
}

interface OutgoingResponse {
  readonly topic: string;
  readonly id: number;
  readonly response: CallResponse;
  readonly delivery: Delivery;
  readonly route?: ResponseRoute | undefined;
  readonly link: LinkTransport | null;
}
