import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import { isOver } from '../../../domain/wallet-protocol/primitives.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import type { RequesterContext } from './engine-context.js';
import { untilTaken } from './until-taken.js';

/** What farewells need. */
export type FarewellContext = Pick<RequesterContext, 'calls' | 'clock' | 'life' | 'relay' | 'tidy'>;

/** How long a page goes on trying, in milliseconds. What the relay has not taken by then is left to the next page. */
const TRIED_MS = 300_000;

/**
 * Tells peers that this party has ended their sessions. What the relay does not take at once it is given once it can be reached, by the next
 * page too, until the session would have ended by itself: its record and its key stay for so long.
 */
export class Farewells {
  readonly #context: FarewellContext;
  readonly #forget: (session: ProtocolSession) => Promise<void>;

  /** @param forget removes what is stored of a session */
  constructor(context: FarewellContext, forget: (session: ProtocolSession) => Promise<void>) {
    this.#context = context;
    this.#forget = forget;
  }

  /**
   * Tells a peer, then forgets the session.
   * @param signal of who waits for it; the peer is told all the same
   * @throws LatchkeyError `relay/…` or the signal's reason, where the peer is told later
   */
  async say(session: ProtocolSession, signal: AbortSignal): Promise<void> {
    const { calls, clock, life, tidy } = this.#context;
    const { topic, tellUntil } = session;
    // Under one id: a peer that has it already, whatever the relay said, hears it once.
    const call = { id: calls.newId(), topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected } as const;
    try {
      await calls.tell(call, signal);
    } catch (error) {
      const isLate = signal.aborted || life.aborted || (isLatchkeyError(error) && error.code.startsWith('relay/'));
      if (!isLate || isOver(tellUntil, clock.now())) await this.#forget(session);
      else if (!life.aborted) void tidy(this.#sayLater(session, () => calls.tell(call, life)));
      throw error;
    }
    await this.#forget(session);
  }

  async #sayLater(session: ProtocolSession, tell: () => Promise<void>): Promise<void> {
    const { clock, life, relay } = this.#context;
    const endsAt = clock.now() + TRIED_MS;
    let isLeft = true;
    try {
      await untilTaken(
        this.#context,
        () => isLeft && clock.now() < endsAt,
        async () => {
          await tell();
          isLeft = false;
        },
      );
    } catch (error) {
      if (life.aborted) throw error;
      // It would fail again: there is no key any more.
      isLeft = false;
    }
    if (isLeft) await relay.unsubscribe([session.topic]);
    else await this.#forget(session);
  }
}
