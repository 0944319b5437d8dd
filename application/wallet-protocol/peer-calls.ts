import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isRpcFailure, type RpcErrorObject, type RpcRequest, type RpcResponse, rpcId } from '../../domain/wallet-protocol/json-rpc.js';
import { PEER_ERRORS } from '../../domain/wallet-protocol/peer-error-codes.js';
import { type Delivery, PROTOCOL_METHODS, type ProtocolMethod } from '../../domain/wallet-protocol/protocol-methods.js';
import { walletProtocolError } from '../../domain/wallet-protocol/wallet-protocol-error.js';
import type { Clock } from '../ports/clock.port.js';
import type { Random } from '../ports/random.port.js';
import type { Relay } from '../ports/relay.port.js';
import { askWithin } from '../shared/ask-within.js';
import { TimeoutError } from '../shared/within.js';
import { PeerError } from './engine/peer-error.js';

/** A call to a peer. */
export interface PeerCall {
  readonly topic: string;
  readonly method: ProtocolMethod;
  readonly params: unknown;
  /** Default: the method's own. Its `ttl` is how long the answer is waited for. */
  readonly delivery?: Delivery;
  /** Called with the call's id while it is on its way. */
  readonly asked?: (id: number) => void;
}

interface Waiting {
  readonly topic: string;
  readonly take: (response: RpcResponse) => void;
  readonly fail: (error: Error) => void;
}

/** Calls to peers, and their answers. A call is published once and never repeated by itself. */
export class PeerCalls {
  readonly #relay: Relay;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(relay: Relay, clock: Clock, random: Random) {
    this.#relay = relay;
    this.#clock = clock;
    this.#random = random;
  }

  /** An id that no earlier call has, growing with time. */
  newId(): number {
    this.#lastId = Math.max(rpcId(this.#clock.now(), this.#random.next()), this.#lastId + 1);
    return this.#lastId;
  }

  /**
   * Publishes a call and waits for the peer.
   * @throws PeerError what the peer answered instead of a result
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `relay/…`, `config/disposed`
   */
  async ask(
    { topic, method, params, delivery = PROTOCOL_METHODS[method].request, asked }: PeerCall,
    signal: AbortSignal,
  ): Promise<unknown> {
    const message: RpcRequest = { id: this.newId(), jsonrpc: '2.0', method, params };
    const ask = async (question: AbortSignal): Promise<unknown> => {
      const answer = this.#answerTo(topic, message.id);
      try {
        // The answer may overtake the relay's receipt.
        const published = this.#relay.publish({ topic, message, delivery }, question);
        asked?.(message.id);
        await Promise.race([published, answer]);
        return await answer;
      } finally {
        this.#waiting.delete(message.id);
      }
    };
    try {
      return await askWithin(delivery.ttl * 1_000, this.#clock, signal, ask);
    } catch (error) {
      throw error instanceof TimeoutError ? walletProtocolError('wallet-protocol/request-expired', { method }) : error;
    }
  }

  /** Takes an answer; false when nobody waits for it. An answer on another topic than the call's is none. */
  take(topic: string, response: RpcResponse): boolean {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined || waiting.topic !== topic) return false;
    waiting.take(response);
    return true;
  }

  /** Answers a peer's call. */
  reply(
    topic: string,
    id: number,
    delivery: Delivery,
    answer: { readonly result: unknown } | { readonly error: RpcErrorObject },
    signal: AbortSignal,
  ): Promise<void> {
    return this.#relay.publish({ topic, message: { id, jsonrpc: '2.0', ...answer }, delivery }, signal);
  }

  /** Tells a peer that a session is over, and that its end was the person's doing. */
  endSession(topic: string, signal: AbortSignal): Promise<void> {
    const method = 'wc_sessionDelete';
    const message: RpcRequest = { id: this.newId(), jsonrpc: '2.0', method, params: PEER_ERRORS.userDisconnected };
    return this.#relay.publish({ topic, message, delivery: PROTOCOL_METHODS[method].request }, signal);
  }

  /** Nobody answers on this topic any more. */
  giveUp(topic: string): void {
    const ended = walletProtocolError('wallet-protocol/user-disconnected', { detail: '' });
    for (const waiting of [...this.#waiting.values()]) if (waiting.topic === topic) waiting.fail(ended);
  }

  /** Nobody waits any more, on any topic. */
  dispose(): void {
    for (const { fail } of [...this.#waiting.values()]) fail(new LatchkeyError('config/disposed', {}));
  }

  #answerTo(topic: string, id: number): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => {
      const take = (response: RpcResponse): void =>
        isRpcFailure(response) ? reject(new PeerError(response.error)) : resolve(response.result);
      this.#waiting.set(id, { topic, take, fail: reject });
    });
    // Who asked may have gone by then.
    answer.catch(() => undefined);
    return answer;
  }
}
