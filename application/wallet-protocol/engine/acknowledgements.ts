import { Subscription } from 'rxjs';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isRpcFailure, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { onAbort } from '../../shared/on-abort.js';
import type { Rest } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { PeerError } from './peer-error.js';
import type { Sessions } from './sessions.js';

interface Waiting {
  readonly id: number;
  readonly over: (error: Error | null) => void;
}

/** How sessions end. */
export type EndableSessions = Pick<Sessions, 'leave' | 'forget' | 'disconnect' | 'ends$'>;

const METHOD = 'wc_sessionSettle';

/** Whether the app has not answered yet to a session that this wallet has settled. */
export const isUnanswered = ({ acknowledged, controller, self, isEnded }: ProtocolSession): boolean =>
  !acknowledged && controller === self.publicKey && isEnded !== true;

/** The settlements that an app has not answered yet: who waits for one is told how it ended. */
export class Acknowledgements {
  readonly #context: EngineContext;
  readonly #sessions: EndableSessions;
  readonly #waiting = new Map<string, Waiting>();

  constructor(context: EngineContext, sessions: EndableSessions) {
    this.#context = context;
    this.#sessions = sessions;
    context.calls.takeAnswers((topic, response) => this.#answered(topic, response));
  }

  /**
   * Waits until the app has answered the settlement of a session. Never an unhandled rejection.
   * @param id of the settlement's call
   * @throws PeerError what the app has against it
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected` once the session is gone, `config/disposed`
   */
  wait(topic: string, id: number): Promise<void> {
    const { clock, life } = this.#context;
    const waiting = new Subscription();
    let over = (_: Error | null): void => undefined;
    const answer = new Promise<void>((resolve, reject) => {
      over = (error) => {
        if (this.#waiting.get(topic)?.id === id) this.#waiting.delete(topic);
        waiting.unsubscribe();
        if (error === null) resolve();
        else reject(error);
      };
    });
    answer.catch(() => undefined);
    const end = (): void => over(life.reason);
    this.#waiting.set(topic, { id, over });
    const late = new LatchkeyError('wallet-protocol/request-expired', { method: METHOD });
    waiting.add(clock.scheduler.schedule(() => over(late), PROTOCOL_METHODS[METHOD].request.ttl * 1_000));
    waiting.add(
      this.#sessions.ends$.subscribe(({ session }) => {
        if (session.topic === topic) over(gone());
      }),
    );
    waiting.add(onAbort(life, end));
    if (life.aborted) end();
    return answer;
  }

  /** Takes a session back that the relay did not take. The app is told, in case that it has it all the same; nobody waits for that. */
  takeBack({ topic }: ProtocolSession): void {
    this.#sessions.disconnect(topic, this.#context.life).catch(() => undefined);
  }

  /** The app's answer to a settlement, also of an earlier page. */
  async #answered(topic: string, response: RpcResponse): Promise<Rest | null> {
    const { tables } = this.#context;
    const session = tables.sessions.get(topic);
    if (session === null || !isUnanswered(session)) return null;
    const asked = this.#waiting.get(topic)?.id ?? null;
    const isRefusal = isRpcFailure(response) && (asked !== null || response.error.code === SDK_ERRORS.INVALID_SESSION_SETTLE_REQUEST.code);
    if ((asked !== null && asked !== response.id) || (isRpcFailure(response) && !isRefusal)) return null;
    if (isRpcFailure(response)) {
      this.#waiting.get(topic)?.over(new PeerError(response.error));
      this.#sessions.leave(topic, 'peer', response.id);
      await this.#sessions.forget(session);
    } else {
      await tables.sessions.change(topic, { acknowledged: true });
      this.#waiting.get(topic)?.over(null);
    }
    return async () => undefined;
  }
}

const gone = (): Error => new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
