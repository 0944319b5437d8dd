import { isRpcFailure, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { onAbort } from '../../shared/on-abort.js';
import { PeerError } from './peer-error.js';

interface Waiting {
  readonly topic: string;
  readonly take: (response: RpcResponse) => void;
  readonly fail: (error: unknown) => void;
}

/** Who waits for which answer, by the id of the call and the topic that the answer has to come on. */
export class WaitingCalls {
  readonly #waiting = new Map<number, Waiting>();

  /** How many answers are waited for. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Waits from now on, so that an answer is kept that comes before anybody looks. Never an unhandled rejection. @param signal ends it */
  add(id: number, topic: string, signal: AbortSignal): Promise<unknown> {
    const answer = new Promise<unknown>((resolve, reject) => {
      const take = (response: RpcResponse): void =>
        isRpcFailure(response) ? reject(new PeerError(response.error)) : resolve(response.result);
      this.#waiting.set(id, { topic, take, fail: reject });
    });
    const over = onAbort(signal, () => this.fail(id, signal.reason));
    answer.then(over, over);
    return answer;
  }

  /** Takes an answer; false when nobody waits for it. An answer on another topic than the call's is none. */
  take(topic: string, response: RpcResponse): boolean {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined || waiting.topic !== topic) return false;
    this.#waiting.delete(response.id);
    waiting.take(response);
    return true;
  }

  /** Nobody answers the call any more. Without effect where the answer is there. */
  fail(id: number, error: unknown): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.fail(error);
  }

  /** Nobody answers on a topic any more. @param topic left out for all of them */
  failAll(error: unknown, topic?: string): void {
    for (const [id, waiting] of [...this.#waiting]) if (topic === undefined || waiting.topic === topic) this.fail(id, error);
  }
}
