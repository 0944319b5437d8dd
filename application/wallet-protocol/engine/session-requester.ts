import { Subject } from 'rxjs';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';

import { requestFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import { asRecord } from '../../../domain/wire.js';
import { onAbort } from '../../shared/on-abort.js';
import type { BroadcastRequests } from './broadcast-requests.js';
import type { RequesterContext } from './engine-context.js';
import type { Sessions } from './sessions.js';
import type { RequestParams } from './sign-calls.js';

/** A request that needs the user's approval in the wallet. */
export interface AwaitedRequest {
  readonly id: number;
  readonly topic: string;
  /** Settles with the request. */
  readonly response: Promise<unknown>;
}

const METHOD = 'wc_sessionRequest';

/**
 * Requests to the peers of sessions. After a reload no caller awaits the response, which is acknowledged and dropped, except for
 * {@link BroadcastRequests}.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export class SessionRequester {
  readonly #context: RequesterContext;
  readonly #sessions: Sessions;
  readonly #broadcasts: BroadcastRequests | null;
  readonly #requests = new Subject<AwaitedRequest>();
  /**
   * Requests that may open the wallet, except in sessions with `disableDeepLink`. Emits synchronously in {@link send}, as browsers follow a
   * link only for a moment after the user's click. Completes when the engine is disposed.
   */
  readonly requests$ = this.#requests.asObservable();

  /** @param broadcasts stores the requests that may broadcast; `null` if their responses matter to the caller only */
  constructor(context: RequesterContext, sessions: Sessions, broadcasts: BroadcastRequests | null = null) {
    this.#context = context;
    this.#sessions = sessions;
    this.#broadcasts = broadcasts;
    onAbort(context.lifetime, () => this.#requests.complete());
  }

  /**
   * Validates a request against the session's grants, sends it and awaits the user's response.
   * @throws PeerError the peer's error response
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`, `config/disposed`
   */
  async request(params: RequestParams, signal: AbortSignal = this.#context.lifetime): Promise<unknown> {
    await this.#sessions.require(asRecord(params).topic, (context) => requestFault(params, context));
    return this.send(params, signal);
  }

  /**
   * Sends a request without checking the session's grants.
   * @param isQuiet whether the wallet responds without the user: then it is not opened
   * @throws PeerError the peer's error response
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected`, `relay/…`, `config/disposed`
   */
  async send(call: RequestParams, signal: AbortSignal, isQuiet = false): Promise<unknown> {
    const { topic, request, chainId, expiry } = call;
    const { calls, clock, events, linkTo } = this.#context;
    const session = this.#sessions.get(topic);
    if (session === null) throw new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' });
    signal.throwIfAborted();
    // Copied, so that the expiry does not change the shared default.
    const { request: defaultDelivery } = PROTOCOL_METHODS[METHOD];
    const delivery = { ...defaultDelivery, ttl: expiry ?? defaultDelivery.ttl };
    const expiryTimestamp = Math.floor(clock.now() / 1_000) + delivery.ttl;
    const params = { request: { ...request, expiryTimestamp }, chainId };
    const link = linkTo(session);
    const id = calls.newId();
    const broadcasts = this.#broadcasts;
    const stored = broadcasts && { beforePublish: () => broadcasts.store(id, call, expiryTimestamp) };
    const { published, result } = calls.request({ id, topic, method: METHOD, params, delivery, link, ...stored }, signal);
    broadcasts?.removeOnResponse(id, result);
    const publication = published.then(() => events.emit('session_request_sent', { id, topic, chainId, request }));
    publication.catch(() => undefined);
    if (!isQuiet && link === null && session.sessionConfig?.disableDeepLink !== true) this.#requests.next({ id, topic, response: result });
    await Promise.race([publication, result]);
    return result;
  }
}
