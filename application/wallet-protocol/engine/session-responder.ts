import { Subscription } from 'rxjs';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { PendingRequest } from '../../../domain/wallet-protocol/pending-request.js';
import { isNumber } from '../../../domain/wallet-protocol/primitives.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { toRpcError } from '../../../domain/wallet-protocol/rpc-error.js';
import { noKeyFault } from '../../../domain/wallet-protocol/rules/record-faults.js';
import { REQUEST_EXPIRY, requestFault, respondFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { CallResponse } from '../../../domain/wallet-protocol/state/call-history.js';
import {
  createRequestQueue,
  type QueueEvent,
  queueTransition,
  type RequestQueue,
} from '../../../domain/wallet-protocol/state/request-queue.js';
import { asRecord, isObject } from '../../../domain/wire.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import { onAbort } from '../../shared/on-abort.js';
import type { CallOutcome, IncomingCall } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { retryUntilAccepted } from './retry-until-accepted.js';
import type { Sessions } from './sessions.js';

const METHOD = 'wc_sessionRequest';

/** Delay before the requests of earlier page loads are emitted, so that the wallet can attach its listeners first. */
export const RESTORED_REQUESTS_DELAY_MS = 1_000;

export interface SessionResponderOptions {
  /** Emits every request immediately instead of one after the other. Default `false` */
  readonly disableRequestQueue?: boolean;
}

/**
 * Emits the peers' requests to the wallet one after the other and sends its responses, also after a reload. A request is acknowledged at
 * the relay once it is stored, and a response is stored before it is sent, so that the user approves each request only once.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export class SessionResponder {
  readonly #context: EngineContext;
  readonly #sessions: Sessions;
  readonly #mutex = new KeyedMutex<string>();
  readonly #responseMutex = new KeyedMutex<unknown>();
  readonly #timers = new Subscription();
  /** Topics by id of the requests whose origin is being verified. */
  readonly #incomingTopics = new Map<number, string>();
  #queue: RequestQueue<PendingRequest>;

  constructor(context: EngineContext, sessions: Sessions, { disableRequestQueue = false }: SessionResponderOptions = {}) {
    this.#context = context;
    this.#sessions = sessions;
    this.#queue = createRequestQueue(disableRequestQueue);
    context.calls.handle(METHOD, (call) => this.#onRequest(call));
    context.expiries.on('request', (id) => this.#expire(id));
    this.#timers.add(
      sessions.closed$.subscribe(({ session, recorded }) => this.#dispatch({ type: 'session-deleted', topic: session.topic }, recorded)),
    );
    onAbort(context.lifetime, () => this.#timers.unsubscribe());
  }

  /** Restores the requests of earlier page loads, after the sessions. Stored responses that were not sent are sent now. */
  async start(): Promise<void> {
    const { tables, expiries, clock } = this.#context;
    await tables.requests.load(({ id }) => id);
    const stored = tables.requests.all();
    if (stored.length === 0) return this.#dispatch({ type: 'loaded', requests: [] });
    for (const { id, expiry } of stored) expiries.set({ kind: 'request', key: id, expiry });
    for (const request of stored)
      if (request.answer !== undefined) void this.#context.bestEffort(this.#resendStored(request, request.answer));
    const pending = stored.filter(({ answer }) => answer === undefined);
    const enqueueStored = (): void => {
      // Meanwhile, a session may have been closed, or the wallet may have responded to a request of `pending`.
      const requests = pending.flatMap(({ id, topic }) => (this.#sessions.get(topic) === null ? [] : (tables.requests.get(id) ?? [])));
      for (const request of pending) if (!requests.some(({ id }) => id === request.id)) this.#forget(request);
      this.#dispatch({ type: 'loaded', requests: requests.filter(({ answer }) => answer === undefined) });
    };
    this.#timers.add(clock.scheduler.schedule(enqueueStored, RESTORED_REQUESTS_DELAY_MS));
  }

  /** Requests without a response, the oldest first. */
  get pending(): readonly PendingRequest[] {
    return this.#context.tables.requests.all().filter(({ answer }) => answer === undefined);
  }

  /**
   * Responds to a request, once: a second response is rejected. If the relay does not accept it, the request stays pending.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void> {
    return this.#responseMutex.run(asRecord(asRecord(params).response).id, () => this.#respond(params));
  }

  async #respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void> {
    const { tables, deleted, bestEffort } = this.#context;
    const { topic, response } = asRecord(params);
    const { id, result, error } = asRecord(response);
    const fault = await this.#sessions.faultOf(topic, (context) => respondFault(params, context));
    if (fault?.stale.includes('request') && typeof topic === 'string' && isNumber(id))
      this.#dispatch({ type: 'answered', request: { id, topic } });
    if (fault !== null) throw latchkeyErrorOf(fault);
    // Both were validated by the rule.
    const key = { id: Number(id), topic: String(topic) };
    const request = tables.requests.get(key.id);
    const isPending = request?.topic === key.topic;
    // A response to a request that has just expired is still sent. The peer decides what to do with it.
    if (!isPending && deleted.of(key.id) !== 'request') throw latchkeyErrorOf(noKeyFault('history', key.id));
    const answer: CallResponse = result === undefined ? { error: isErrorObject(error) ? error : toRpcError(error) } : { result };
    if (isPending) await bestEffort(tables.requests.change(key.id, { answer }));
    try {
      await this.#send(key, answer);
    } catch (failure) {
      if (isPending) await bestEffort(this.#reopen(key.id));
      throw failure;
    }
  }

  async #onRequest(call: IncomingCall): Promise<CallOutcome> {
    const { topic, id, origin } = call;
    const { request, chainId } = asRecord(call.params);
    const params = { request, chainId } as PendingRequest['params'];
    const fault = await this.#sessions.faultOf(topic, (context) => requestFault({ topic, ...params }, context));
    if (fault !== null) return { response: { error: toRpcError(fault) } };
    const session = this.#sessions.get(topic);
    const existingTopic = this.#context.tables.requests.get(id)?.topic ?? this.#incomingTopics.get(id);
    if (session === null || existingTopic === topic) return { response: null };
    // Responses are matched by id, so an id in use by another peer is rejected.
    if (existingTopic !== undefined) return { response: { error: toRpcError({ code: -32_600 }) } };
    this.#incomingTopics.set(id, topic);
    const checked = this.#context.checkOrigin({ method: METHOD, params: call.params, id, origin, session }, session.peer.metadata);
    // Outside the topic's order, so that the peer's next message need not wait for the origin check. Requests keep their own order.
    const enqueue = async (): Promise<void> => {
      const verifyContext = await checked;
      await this.#enqueue({ id, topic, params, expiry: this.#expiryOf(params), verifyContext });
    };
    return { response: null, afterResponse: () => this.#mutex.run(topic, enqueue).finally(() => this.#incomingTopics.delete(id)) };
  }

  async #enqueue(request: PendingRequest): Promise<void> {
    const { tables, expiries, bestEffort } = this.#context;
    const { id, topic, expiry } = request;
    if (this.#sessions.get(topic) === null) return;
    await bestEffort(tables.requests.set(id, request));
    // The session may have been closed meanwhile.
    if (this.#sessions.get(topic) === null) return this.#forget(request);
    expiries.set({ kind: 'request', key: id, expiry });
    this.#dispatch({ type: 'arrived', request });
  }

  /** Expiry of a request, in seconds since 1970. Caps the expiry that a peer may choose at the maximum of the protocol. */
  #expiryOf({ request: { expiryTimestamp } }: PendingRequest['params']): number {
    const seconds = Math.floor(this.#context.clock.now() / 1_000);
    return isNumber(expiryTimestamp)
      ? Math.min(expiryTimestamp, seconds + REQUEST_EXPIRY.max)
      : seconds + PROTOCOL_METHODS[METHOD].request.ttl;
  }

  /** Sends the response of an earlier page load until the relay accepts it, the request expires or the wallet gives another response. */
  #resendStored({ id, topic }: PendingRequest, response: CallResponse): Promise<void> {
    const isUnsent = (): boolean => this.#context.tables.requests.get(id)?.answer === response;
    const send = async (): Promise<void> => (isUnsent() ? this.#send({ id, topic }, response) : undefined);
    return retryUntilAccepted(this.#context, isUnsent, () => this.#responseMutex.run(id, send));
  }

  async #send({ id, topic }: Pick<PendingRequest, 'id' | 'topic'>, response: CallResponse): Promise<void> {
    const session = this.#sessions.get(topic);
    if (session !== null) await this.#context.calls.reply({ topic, id, method: METHOD, link: this.#context.linkTo(session) }, response);
    // A request that an earlier page load responded to is not queued.
    if (this.#queue.requests.some((request) => request.id === id && request.topic === topic)) {
      this.#dispatch({ type: 'answered', request: { id, topic } });
    } else if (this.#context.tables.requests.get(id)?.topic === topic) this.#forget({ id });
  }

  /** Makes a request pending again whose response was not sent. */
  async #reopen(id: number): Promise<void> {
    const { requests } = this.#context.tables;
    const request = requests.get(id);
    if (request === null || this.#context.lifetime.aborted) return;
    const { answer: _, ...open } = request;
    await requests.set(id, open);
  }

  /** @param recorded requests that leave the queue are removed from the store after that */
  #dispatch(event: QueueEvent<PendingRequest>, recorded?: Promise<void>): void {
    const { clock, events, deleted } = this.#context;
    const { queue, effects } = queueTransition(this.#queue, event, clock.now());
    this.#queue = queue;
    for (const effect of effects) {
      if (effect.type === 'pause') {
        this.#timers.add(clock.scheduler.schedule(() => this.#dispatch({ type: 'pause-elapsed' }), effect.delayMs));
      } else if (effect.type === 'emit') {
        const { id, topic, params, verifyContext } = effect.request;
        events.emit('session_request', { id, topic, params, verifyContext });
      } else {
        const { id } = effect.request;
        this.#forget(effect.request, recorded);
        if (effect.reason !== 'expired') continue;
        deleted.remember(id, 'request');
        events.emit('session_request_expire', { id });
      }
    }
  }

  #expire(id: number): void {
    this.#dispatch({ type: 'time-passed' });
    // A request that an earlier page load responded to is not queued.
    if (this.#context.tables.requests.get(id)?.answer !== undefined) this.#forget({ id });
  }

  #forget({ id }: Pick<PendingRequest, 'id'>, recorded?: Promise<void>): void {
    const { tables, expiries, bestEffort } = this.#context;
    expiries.drop({ kind: 'request', key: id });
    tables.requests.evict(id);
    void bestEffort(recorded === undefined ? tables.requests.remove(id) : recorded.then(() => tables.requests.remove(id)));
  }
}

/** Returns whether an error is a valid JSON-RPC error, which is sent unchanged. */
const isErrorObject = (error: unknown): error is Extract<CallResponse, { readonly error: unknown }>['error'] =>
  isObject(error) && isNumber(error.code) && typeof error.message === 'string';
