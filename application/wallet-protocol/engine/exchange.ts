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
import { goesByLink } from '../../../domain/wallet-protocol/link-mode/link-mode-rules.js';
import { isAttested } from '../../../domain/wallet-protocol/origin/verify-context.js';
import { describeProtocolError } from '../../../domain/wallet-protocol/protocol-errors.js';
import {
  type Delivery,
  isProtocolMethod,
  PROTOCOL_METHODS,
  type ProtocolMethod,
} from '../../../domain/wallet-protocol/protocol-methods.js';
import type { CallAnswer } from '../../../domain/wallet-protocol/state/call-history.js';
import type { SealedIds } from '../../ports/attestation.port.js';
import type { Clock } from '../../ports/clock.port.js';
import type { Logger } from '../../ports/logger.port.js';
import type { Random } from '../../ports/random.port.js';
import type { RecordStore } from '../../ports/record-store.port.js';
import { aborted } from '../../shared/aborted.js';
import { onAbort } from '../../shared/on-abort.js';
import type { MessageRelay, OpenedMessage } from '../message-relay.js';
import { tidyWith } from '../tidy.js';
import {
  type AnswerKind,
  type AnswerTaker,
  type CallHandler,
  type IncomingCall,
  type LinkWay,
  type MessageOrigin,
  type OutgoingCall,
  PeerError,
  type PlacedCall,
  type Rest,
} from './calls.js';
import { HeardCalls, type OtherWay, type TopicCalls } from './heard-calls.js';
import { KeyedMutex } from './keyed-mutex.js';
import { PendingResults } from './pending-results.js';

/** What an exchange needs. */
export interface ExchangeOptions {
  readonly relay: MessageRelay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Aborted when the engine ends, with `config/disposed`. */
  readonly life: AbortSignal;
  /** By which link the peer of a topic is answered; `null` for the relay. Default: by none. */
  readonly linkOf?: (topic: string) => LinkWay | null;
  /** Has the origin of a call attested, beside its way to the relay. Returns what travels with it. Default: nothing attests. */
  readonly attest?: (ids: SealedIds) => string | null;
}

/** A message of a peer, however it came. */
export interface Arrival {
  readonly topic: string;
  readonly message: RpcMessage;
  readonly origin: MessageOrigin;
}

/** How an answer to a call travels that is none of the protocol. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/rpc-methods */
const UNKNOWN_METHOD: Delivery = { tag: 0, ttl: 86_400, prompt: false };

/** How much of a peer's name for an unknown call is said back to it. */
const NAME_LIMIT = 64;

const unsupported = (method: string): CallAnswer => ({
  error: describeProtocolError('WC_METHOD_UNSUPPORTED', method.slice(0, NAME_LIMIT)),
});

const deliveryOf = (method: ProtocolMethod, kind: AnswerKind = 'response'): Delivery => {
  const row: Partial<Record<AnswerKind, Delivery>> & { readonly response: Delivery } = PROTOCOL_METHODS[method];
  return row[kind] ?? row.response;
};

/** An answer as it travels: JSON has no `undefined`, and an answer without a result is none. */
const plain = (answer: CallAnswer): CallAnswer => ('result' in answer ? { result: answer.result ?? null } : { error: answer.error });

const errorOf = (reason?: RpcErrorObject | Error): Error => {
  if (reason === undefined) return new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
  return reason instanceof Error ? reason : new PeerError(reason);
};

const nothing: Rest = async () => undefined;

/**
 * What is said to peers and heard of them. Each call of a peer is carried out once and answered always the same, also by the page that
 * follows this one; messages of one topic are taken up one after the other, and no topic waits for another.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export class Exchange {
  readonly #options: ExchangeOptions;
  /** Answers by the id of their call, with the topic that they have to come on. */
  readonly #answers = new PendingResults<string, unknown>();
  readonly #heard: HeardCalls;
  readonly #handlers = new Map<ProtocolMethod, CallHandler>();
  readonly #takers: AnswerTaker[] = [];
  /** Messages by their topic. */
  readonly #mutex = new KeyedMutex<string>();
  #lastId = 0;

  constructor(options: ExchangeOptions) {
    const { relay, records, clock, logger, life } = options;
    this.#options = options;
    this.#heard = new HeardCalls({ store: records, clock, tidy: tidyWith(logger, life) });
    const listening = relay.messages$.pipe(takeUntil(aborted(life))).subscribe((message) => void this.#fromRelay(message));
    listening.add(() => this.#answers.rejectAll(life.reason ?? new LatchkeyError('config/disposed', {})));
  }

  /** An id that no earlier call has, growing with time. */
  newId(): number {
    const { clock, random } = this.#options;
    this.#lastId = Math.max(rpcId(clock.now(), random.next()), this.#lastId + 1);
    return this.#lastId;
  }

  /** Publishes a call once, and waits for its answer until the time of its delivery is over. */
  place(call: OutgoingCall, signal: AbortSignal): PlacedCall {
    const { topic, method } = call;
    const { clock, life } = this.#options;
    const message = this.#messageOf(call);
    const { id } = message;
    const delivery = call.delivery ?? PROTOCOL_METHODS[method].request;
    const question = new AbortController();
    const answer = this.#answers.add(id, call.answerTopic ?? topic);
    const stay = onAbort(signal, () => this.#answers.reject(id, signal.reason));
    const late = (): void => this.#answers.reject(id, new LatchkeyError('wallet-protocol/request-expired', { method }));
    const timer = clock.scheduler.schedule(late, delivery.ttl * 1_000);
    const over = (): void => {
      stay();
      timer.unsubscribe();
      question.abort();
    };
    answer.then(over, over);
    const ended = [life, signal].find(({ aborted }) => aborted);
    if (ended !== undefined) this.#answers.reject(id, ended.reason);
    const sending = ended !== undefined ? answer : this.#send(call, message, delivery, question.signal);
    sending.catch((error: unknown) => this.#answers.reject(id, error));
    // A peer that answers has it, whatever the relay says; a refusal is an answer too.
    const overtaken = answer.catch((error: unknown) => {
      if (!(error instanceof PeerError)) throw error;
    });
    const published = Promise.race([sending, overtaken]).then(() => undefined);
    published.catch(() => undefined);
    return { id, published, answer };
  }

  /**
   * Publishes a call whose answer nobody waits for.
   * @throws LatchkeyError `relay/…`
   */
  async tell(call: OutgoingCall, signal: AbortSignal): Promise<void> {
    this.#options.life.throwIfAborted();
    signal.throwIfAborted();
    await this.#send(call, this.#messageOf(call), call.delivery ?? PROTOCOL_METHODS[call.method].request, signal);
  }

  /**
   * Answers a call that was handled without an answer. The answer is stored before it is published: delivered again, the call is
   * answered the same.
   * @param sealing for an answer that goes to the own topic of a party, in an envelope of type 1: a result that is given a link goes by that
   * alone, for whoever has asked may be another than the owner of the link
   * @throws LatchkeyError `relay/…`, `wallet-protocol/link-not-opened`
   */
  async reply(
    call: Pick<IncomingCall, 'topic' | 'id' | 'method'> & { readonly link?: LinkWay | null },
    answer: CallAnswer,
    { kind, sealing }: { readonly kind?: AnswerKind; readonly sealing?: Omit<OtherWay, 'isByLink'> } = {},
  ): Promise<void> {
    const { topic, id, method, link = null } = call;
    const given = plain(answer);
    const calls = await this.#heard.of(topic);
    const way = sealing && { ...sealing, ...(link === null ? {} : { isByLink: true }) };
    await calls.answer(id, given, { way, kind });
    this.#options.life.throwIfAborted();
    await this.#answer({ topic, id, answer: given, delivery: deliveryOf(method, kind), way, link });
  }

  /** Says who takes up the calls of a method: one handler each. A method without one is answered as unsupported. */
  handle(method: ProtocolMethod, handler: CallHandler): void {
    this.#handlers.set(method, handler);
  }

  /** Offers answers that nobody waits for, in the order of registration. */
  takeAnswers(taker: AnswerTaker): void {
    this.#takers.push(taker);
  }

  /** Nobody answers this call any more: who waits is told. @param reason default: the session ended */
  giveUpCall(id: number, reason?: RpcErrorObject | Error): void {
    this.#answers.reject(id, errorOf(reason));
  }

  /** Nobody answers on this topic any more: who waits is told, and what was remembered of its calls goes. */
  giveUp(topic: string, reason?: RpcErrorObject | Error): Promise<void> {
    this.#answers.rejectAll(errorOf(reason), (each) => each === topic);
    return this.#heard.forget(topic);
  }

  /**
   * Takes up a message that did not come by the relay, in its topic's turn. Resolves when nothing is left to do for it.
   * @throws whatever its handler throws
   */
  hear(arrival: Arrival): Promise<void> {
    return this.#inTurn(arrival.topic, () => this.#takeUp(arrival));
  }

  async #fromRelay({ topic, message, acknowledge, ...way }: OpenedMessage): Promise<void> {
    const { life, logger } = this.#options;
    try {
      await this.#inTurn(topic, async () => {
        life.throwIfAborted();
        return this.#takeUp({ topic, message, origin: { ...way, transport: 'relay' } });
      });
      acknowledge();
    } catch (error) {
      // Not acknowledged: the relay delivers it again.
      if (!life.aborted) logger.warn('A message of a peer could not be taken up', error);
    }
  }

  /** What is said on a topic is taken up one after the other, so that the last word counts. What is left to do then keeps nobody waiting. */
  async #inTurn(topic: string, takeUp: () => Promise<Rest>): Promise<void> {
    const rest = await this.#mutex.run(topic, takeUp);
    await rest();
  }

  async #takeUp({ topic, message, origin }: Arrival): Promise<Rest> {
    if (!isRpcRequest(message)) return this.#takeAnswer(topic, message, origin);
    // What names its sender came on the own topic of this party, where answers come and nothing else: everybody may write there.
    if (origin.transport === 'relay' && origin.senderPublicKey !== undefined) return nothing;
    const { id, method, params } = message;
    const link = origin.transport === 'link_mode' && goesByLink(method) ? (this.#options.linkOf?.(topic) ?? null) : null;
    if (!isProtocolMethod(method)) {
      return () => this.#answer({ topic, id, answer: unsupported(method), delivery: UNKNOWN_METHOD, link });
    }
    const calls = await this.#heard.of(topic);
    const state = calls.stateOf(id);
    if (state.type === 'unanswered') return nothing;
    if (state.type === 'answered') {
      const { way, kind } = calls.howOf(id);
      // What was handed to the owner of a link is for nobody who asks again.
      if (way?.isByLink === true) return nothing;
      return () => this.#answer({ topic, id, answer: state.answer, delivery: deliveryOf(method, kind), way, link });
    }
    return this.#carryOut({ topic, id, method, params, origin }, calls, link);
  }

  async #carryOut(call: IncomingCall, calls: TopicCalls, link: LinkWay | null): Promise<Rest> {
    const { topic, id, method } = call;
    await calls.hear(id);
    try {
      const handler = this.#handlers.get(method);
      const { answer, kind, isRepeatable, rest = nothing } = handler === undefined ? { answer: unsupported(method) } : await handler(call);
      if (answer === null) return rest;
      const given = plain(answer);
      await calls.answer(id, given, { kind, isStored: isRepeatable !== true });
      return async () => {
        try {
          await this.#answer({ topic, id, answer: given, delivery: deliveryOf(method, kind), link });
        } finally {
          await rest();
        }
      };
    } catch (error) {
      calls.drop(id);
      throw error;
    }
  }

  async #takeAnswer(topic: string, response: RpcResponse, origin: MessageOrigin): Promise<Rest> {
    if (this.#answers.get(response.id) === topic) {
      if (isRpcFailure(response)) this.#answers.reject(response.id, new PeerError(response.error));
      else this.#answers.resolve(response.id, response.result);
      return nothing;
    }
    for (const take of this.#takers) {
      const rest = await take(topic, response, origin);
      if (rest !== null) return rest;
    }
    return nothing;
  }

  #messageOf({ id = this.newId(), method, params }: OutgoingCall): RpcRequest {
    return { id, jsonrpc: '2.0', method, params };
  }

  async #send({ topic, method, link = null }: OutgoingCall, message: RpcRequest, delivery: Delivery, signal: AbortSignal): Promise<void> {
    if (link !== null && (await link({ topic, message }))) return;
    // Where nothing attests, whoever receives the call is told so: it need not look for an attestation.
    const { attest = () => '', relay } = this.#options;
    await relay.publish({ topic, message, delivery, ...(isAttested(method) ? { onSealed: attest } : {}) }, signal);
  }

  async #answer({ topic, id, answer, delivery, way, link }: Reply): Promise<void> {
    const { relay, life } = this.#options;
    const sealed = { topic: way?.topic ?? topic, message: { id, jsonrpc: '2.0' as const, ...answer }, ...(way && { sealing: way }) };
    if (link !== null && (await link(sealed))) return;
    if (way?.isByLink === true && 'result' in answer) throw new LatchkeyError('wallet-protocol/link-not-opened', {});
    await relay.publish({ ...sealed, delivery }, life);
  }
}

/** An answer on its way. */
interface Reply {
  readonly topic: string;
  readonly id: number;
  readonly answer: CallAnswer;
  readonly delivery: Delivery;
  readonly way?: OtherWay | undefined;
  readonly link: LinkWay | null;
}
