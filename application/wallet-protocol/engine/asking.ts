import { Subject } from 'rxjs';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';

import { requestFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import { membersOf } from '../../../domain/wire.js';
import { onAbort } from '../../shared/on-abort.js';
import type { RequesterContext } from './engine-context.js';
import type { Sessions } from './sessions.js';
import type { RequestParams } from './sign-calls.js';

/** A request that a wallet's owner has to answer. */
export interface AwaitedRequest {
  readonly id: number;
  readonly topic: string;
  /** Settles once nobody waits for it any more. */
  readonly answer: Promise<unknown>;
}

const METHOD = 'wc_sessionRequest';

/**
 * Requests to the peers of sessions. Nothing of a request is stored: one whose page is gone has nobody to answer to, and its answer is
 * acknowledged at the relay and let go.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export class Asking {
  readonly #context: RequesterContext;
  readonly #sessions: Sessions;
  readonly #requests = new Subject<AwaitedRequest>();
  /**
   * Requests that a wallet may be opened for, but those whose session does not want that. Emits in the call of {@link ask}: a browser follows
   * a link only for a moment after the user's click. Completes with the engine.
   */
  readonly requests$ = this.#requests.asObservable();

  constructor(context: RequesterContext, sessions: Sessions) {
    this.#context = context;
    this.#sessions = sessions;
    onAbort(context.life, () => this.#requests.complete());
  }

  /**
   * Asks a peer for what its session allows, and waits for its owner.
   * @throws PeerError what the peer answered instead of a result
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`, `config/disposed`
   */
  async request(params: RequestParams, signal: AbortSignal = this.#context.life): Promise<unknown> {
    await this.#sessions.require(membersOf(params).topic, (known) => requestFault(params, known));
    return this.ask(params, signal);
  }

  /**
   * Asks a peer for anything: it is theirs to decline what they did not allow.
   * @param quiet whether the peer answers without its owner: then it is not opened
   * @throws PeerError what the peer answered instead of a result
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `relay/…`, `config/disposed`
   */
  async ask({ topic, request, chainId, expiry }: RequestParams, signal: AbortSignal, quiet = false): Promise<unknown> {
    const { calls, clock, events, linkTo } = this.#context;
    const session = this.#sessions.get(topic);
    if (session === null) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
    signal.throwIfAborted();
    // A copy: a time of its own is no other request's.
    const { request: usual } = PROTOCOL_METHODS[METHOD];
    const delivery = { ...usual, ttl: expiry ?? usual.ttl };
    const expiryTimestamp = Math.floor(clock.now() / 1_000) + delivery.ttl;
    const params = { request: { ...request, expiryTimestamp }, chainId };
    const link = linkTo(session);
    const { id, published, answer } = calls.place({ topic, method: METHOD, params, delivery, link }, signal);
    const sent = published.then(() => events.emit('session_request_sent', { id, topic, chainId, request }));
    sent.catch(() => undefined);
    if (!quiet && link === null && session.sessionConfig?.disableDeepLink !== true) this.#requests.next({ id, topic, answer });
    await Promise.race([sent, answer]);
    return answer;
  }
}
