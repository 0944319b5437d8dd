import { Subscription } from 'rxjs';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import type { PendingRequest } from '../../../domain/wallet-protocol/pending-request.js';
import { isNumber } from '../../../domain/wallet-protocol/primitives.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { rpcErrorOf } from '../../../domain/wallet-protocol/rpc-error.js';
import { noKeyFault } from '../../../domain/wallet-protocol/rules/record-faults.js';
import { REQUEST_EXPIRY, requestFault, respondFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { CallAnswer } from '../../../domain/wallet-protocol/state/call-history.js';
import { moveQueue, newRequestQueue, type QueueEvent, type RequestQueue } from '../../../domain/wallet-protocol/state/request-queue.js';
import { isObject, membersOf } from '../../../domain/wire.js';
import { onAbort } from '../../shared/on-abort.js';
import type { Handled, IncomingCall } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { KeyedMutex } from './keyed-mutex.js';
import type { Sessions } from './sessions.js';
import { untilTaken } from './until-taken.js';

const METHOD = 'wc_sessionRequest';

/** How long after its start a wallet is handed what earlier pages left: it listens by then. */
export const LEFT_REQUESTS_DELAY_MS = 1_000;

/** How a wallet answers requests. */
export interface AnsweringOptions {
  /** Hands every request over at once. Default `false` */
  readonly disableRequestQueue?: boolean;
}

/**
 * Requests of peers, handed to the wallet one after the other and answered by it, also by its next page. A request is acknowledged at the
 * relay once it is stored; an answer is stored before it is sent, so that nobody is asked twice.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export class Answering {
  readonly #context: EngineContext;
  readonly #sessions: Sessions;
  readonly #mutex = new KeyedMutex<string>();
  readonly #answers = new KeyedMutex<unknown>();
  readonly #timers = new Subscription();
  /** Topics of the requests whose origin is being looked up, by id. */
  readonly #arriving = new Map<number, string>();
  #queue: RequestQueue<PendingRequest>;

  constructor(context: EngineContext, sessions: Sessions, { disableRequestQueue = false }: AnsweringOptions = {}) {
    this.#context = context;
    this.#sessions = sessions;
    this.#queue = newRequestQueue(disableRequestQueue);
    context.calls.handle(METHOD, (call) => this.#requested(call));
    context.expiries.on('request', (id) => this.#expire(id));
    this.#timers.add(sessions.ends$.subscribe(({ session }) => this.#move({ type: 'session-gone', topic: session.topic })));
    onAbort(context.life, () => this.#timers.unsubscribe());
  }

  /** Takes up what earlier pages left, once the sessions are there. What was answered and not sent is sent now. */
  async start(): Promise<void> {
    const { tables, expiries, clock } = this.#context;
    await tables.requests.load(({ id }) => id);
    const left = tables.requests.all();
    if (left.length === 0) return this.#move({ type: 'loaded', requests: [] });
    for (const { id, expiry } of left) expiries.set({ kind: 'request', key: id, expiry });
    for (const request of left) if (request.answer !== undefined) void this.#context.tidy(this.#sendLeft(request, request.answer));
    const open = left.filter(({ answer }) => answer === undefined);
    const handOver = (): void => {
      // A session may have ended meanwhile, and a wallet may have answered by the list.
      const requests = open.flatMap(({ id, topic }) => (this.#sessions.get(topic) === null ? [] : (tables.requests.get(id) ?? [])));
      for (const request of open) if (!requests.some(({ id }) => id === request.id)) this.#forget(request);
      this.#move({ type: 'loaded', requests: requests.filter(({ answer }) => answer === undefined) });
    };
    this.#timers.add(clock.scheduler.schedule(handOver, LEFT_REQUESTS_DELAY_MS));
  }

  /** The requests that wait for an answer, the oldest first. */
  get pending(): readonly PendingRequest[] {
    return this.#context.tables.requests.all().filter(({ answer }) => answer === undefined);
  }

  /**
   * Answers a request, once: of two answers the second is refused. Where the relay does not take the answer, the request stays, and may be
   * answered again.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void> {
    return this.#answers.run(membersOf(membersOf(params).response).id, () => this.#respond(params));
  }

  async #respond(params: { readonly topic: string; readonly response: RpcResponse }): Promise<void> {
    const { tables, deleted, tidy } = this.#context;
    const { topic, response } = membersOf(params);
    const { id, result, error } = membersOf(response);
    const fault = await this.#sessions.faultOf(topic, (known) => respondFault(params, known));
    if (fault?.stale.includes('request') && typeof topic === 'string' && isNumber(id))
      this.#move({ type: 'answered', request: { id, topic } });
    if (fault !== null) throw latchkeyErrorOf(fault);
    // The rule has looked at both.
    const key = { id: Number(id), topic: String(topic) };
    const request = tables.requests.get(key.id);
    const isPending = request?.topic === key.topic;
    // A wallet may answer what has just expired: its peer knows what to do with that.
    if (!isPending && deleted.of(key.id) !== 'request') throw latchkeyErrorOf(noKeyFault('history', key.id));
    const answer: CallAnswer = result === undefined ? { error: isErrorObject(error) ? error : rpcErrorOf(error) } : { result };
    if (isPending) await tidy(tables.requests.change(key.id, { answer }));
    try {
      await this.#send(key, answer);
    } catch (failure) {
      if (isPending) await tidy(this.#reopen(key.id));
      throw failure;
    }
  }

  async #requested(call: IncomingCall): Promise<Handled> {
    const { topic, id, origin } = call;
    const { request, chainId } = membersOf(call.params);
    const params = { request, chainId } as PendingRequest['params'];
    const fault = await this.#sessions.faultOf(topic, (known) => requestFault({ topic, ...params }, known));
    if (fault !== null) return { answer: { error: rpcErrorOf(fault) } };
    const session = this.#sessions.get(topic);
    const earlier = this.#context.tables.requests.get(id)?.topic ?? this.#arriving.get(id);
    if (session === null || earlier === topic) return { answer: null };
    // Requests are answered by their ids: that of another peer's is taken.
    if (earlier !== undefined) return { answer: { error: rpcErrorOf({ code: -32_600 }) } };
    this.#arriving.set(id, topic);
    const checked = this.#context.checkOrigin({ method: METHOD, params: call.params, id, origin }, session.peer.metadata);
    // Not in the topic's turn: what the peer says next need not wait until its origin is known. Requests keep their order.
    const take = async (): Promise<void> => {
      const verifyContext = await checked;
      await this.#take({ id, topic, params, expiry: this.#expiryOf(params), verifyContext });
    };
    return { answer: null, rest: () => this.#mutex.run(topic, take).finally(() => this.#arriving.delete(id)) };
  }

  async #take(request: PendingRequest): Promise<void> {
    const { tables, expiries, tidy } = this.#context;
    const { id, topic, expiry } = request;
    if (this.#sessions.get(topic) === null) return;
    await tidy(tables.requests.set(id, request));
    // Its session may have ended while it was stored.
    if (this.#sessions.get(topic) === null) return this.#forget(request);
    expiries.set({ kind: 'request', key: id, expiry });
    this.#move({ type: 'arrived', request });
  }

  /** A time that is none, or lies beyond what the protocol lets a request wait, is not a peer's to choose. */
  #expiryOf({ request: { expiryTimestamp } }: PendingRequest['params']): number {
    const seconds = Math.floor(this.#context.clock.now() / 1_000);
    return isNumber(expiryTimestamp)
      ? Math.min(expiryTimestamp, seconds + REQUEST_EXPIRY.max)
      : seconds + PROTOCOL_METHODS[METHOD].request.ttl;
  }

  /** Sends the answer of an earlier page, until the relay has it, its time is over, or the wallet has given another. */
  #sendLeft({ id, topic }: PendingRequest, answer: CallAnswer): Promise<void> {
    const isLeft = (): boolean => this.#context.tables.requests.get(id)?.answer === answer;
    const send = async (): Promise<void> => (isLeft() ? this.#send({ id, topic }, answer) : undefined);
    return untilTaken(this.#context, isLeft, () => this.#answers.run(id, send));
  }

  async #send({ id, topic }: Pick<PendingRequest, 'id' | 'topic'>, answer: CallAnswer): Promise<void> {
    const session = this.#sessions.get(topic);
    if (session !== null) await this.#context.calls.reply({ topic, id, method: METHOD, link: this.#context.linkTo(session) }, answer);
    // One that an earlier page answered is in no queue.
    if (this.#queue.requests.some((request) => request.id === id && request.topic === topic)) {
      this.#move({ type: 'answered', request: { id, topic } });
    } else if (this.#context.tables.requests.get(id)?.topic === topic) this.#forget({ id });
  }

  /** The answer did not go out: the wallet may give another. */
  async #reopen(id: number): Promise<void> {
    const { requests } = this.#context.tables;
    const request = requests.get(id);
    if (request === null || this.#context.life.aborted) return;
    const { answer: _, ...open } = request;
    await requests.set(id, open);
  }

  #move(event: QueueEvent<PendingRequest>): void {
    const { clock, events, deleted } = this.#context;
    const { queue, effects } = moveQueue(this.#queue, event, clock.now());
    this.#queue = queue;
    for (const effect of effects) {
      if (effect.type === 'pause') {
        this.#timers.add(clock.scheduler.schedule(() => this.#move({ type: 'pause-over' }), effect.delayMs));
      } else if (effect.type === 'emit') {
        const { id, topic, params, verifyContext } = effect.request;
        events.emit('session_request', { id, topic, params, verifyContext });
      } else {
        const { id } = effect.request;
        this.#forget(effect.request);
        if (effect.end !== 'expired') continue;
        deleted.remember(id, 'request');
        events.emit('session_request_expire', { id });
      }
    }
  }

  #expire(id: number): void {
    this.#move({ type: 'time-passed' });
    // One that an earlier page answered is in no queue.
    if (this.#context.tables.requests.get(id)?.answer !== undefined) this.#forget({ id });
  }

  #forget({ id }: Pick<PendingRequest, 'id'>): void {
    const { tables, expiries, tidy } = this.#context;
    expiries.drop({ kind: 'request', key: id });
    void tidy(tables.requests.remove(id));
  }
}

/** Whether an error can be sent as the wallet gave it, with whatever it adds. */
const isErrorObject = (error: unknown): error is Extract<CallAnswer, { readonly error: unknown }>['error'] =>
  isObject(error) && isNumber(error.code) && typeof error.message === 'string';
