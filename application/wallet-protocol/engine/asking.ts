import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { requestFault } from '../../../domain/wallet-protocol/rules/request-rule.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { membersOf } from '../../../domain/wire.js';
import type { RequesterContext } from './engine-context.js';
import type { Sessions } from './sessions.js';
import type { RequestParams } from './sign-calls.js';

/**
 * Brings a wallet elsewhere up while it is asked something. Where its session does not want that, it is not called.
 * @param answer settles once nobody waits for it any more
 */
export type BringUp = (session: ProtocolSession, requestId: number, answer: Promise<unknown>) => void;

const METHOD = 'wc_sessionRequest';

/**
 * Requests to the peers of sessions. Nothing of a request is stored: one whose page is gone has nobody to answer to, and its answer is
 * acknowledged at the relay and let go.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionrequest
 */
export class Asking {
  readonly #context: RequesterContext;
  readonly #sessions: Sessions;
  readonly #bringUp: BringUp;

  constructor(context: RequesterContext, sessions: Sessions, bringUp: BringUp = () => undefined) {
    this.#context = context;
    this.#sessions = sessions;
    this.#bringUp = bringUp;
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
   * @param quiet whether the peer answers without its owner: then it is not brought up
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
    // Beside the publication: a browser follows a link only for a moment after the person's click.
    if (!quiet && link === null && session.sessionConfig?.disableDeepLink !== true) this.#bringUp(session, id, answer);
    await Promise.race([sent, answer]);
    return answer;
  }
}
