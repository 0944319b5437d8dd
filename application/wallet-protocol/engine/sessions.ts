import { type Observable, Subject } from 'rxjs';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import { isOver } from '../../../domain/wallet-protocol/primitives.js';
import type { ProtocolFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { expiryEventsOf } from '../../../domain/wallet-protocol/state/expiry-table.js';
import { onAbort } from '../../shared/on-abort.js';
import { forgetTopic, type RequesterContext } from './engine-context.js';
import { Known, type KnownTopic } from './known.js';
import { untilTaken } from './until-taken.js';

/** How long a session lives after it was settled or extended, in seconds: seven days. @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-events */
export const SESSION_EXPIRY_S = 604_800;

/** How long a page goes on notifying a peer of an end, in milliseconds. What the relay has not taken by then is left to the next page. */
const DELETE_RETRIED_MS = 300_000;

/** Why a session is over: this party ended it, its peer did, its time is over, or its key is gone. */
export type SessionEndReason = 'own' | 'peer' | 'expired' | 'lost';

/** The end of a session. */
export interface SessionEnd {
  /** As it was at its end. */
  readonly session: ProtocolSession;
  readonly reason: SessionEndReason;
}

/**
 * The settled sessions: taken up after a restart, changed, and ended once, whoever ends them. In memory an end is seen at once; what is
 * stored goes in such an order that a page which is killed meanwhile ends the same session again.
 */
export class Sessions {
  readonly #context: RequesterContext;
  readonly #known: Known;
  readonly #ends = new Subject<SessionEnd>();

  constructor(context: RequesterContext) {
    this.#context = context;
    this.#known = new Known(context);
    context.expiries.on('session', (topic) => void context.tidy(this.#expire(topic)));
    onAbort(context.life, () => this.#ends.complete());
  }

  /** Every end, in the moment in which the session is gone from memory; before its events. */
  get ends$(): Observable<SessionEnd> {
    return this.#ends;
  }

  /** The session of a topic; `null` once it is over. */
  get(topic: string): ProtocolSession | null {
    return this.#context.tables.sessions.get(topic);
  }

  /**
   * Takes up the stored sessions: those that live, the longest-lived first. Those that are over, and those whose key is gone, are removed,
   * without a word where nobody has seen them on this page. A key that cannot be looked up just now is no lost one.
   */
  async restore(): Promise<readonly ProtocolSession[]> {
    return (await this.takeUp()).flatMap((topic) => this.get(topic) ?? []);
  }

  /** As {@link restore}, for thousands of them: gives their topics, reads no session and opens no key. */
  async takeUp(): Promise<readonly string[]> {
    const { tables, relay, clock, expiries, tidy } = this.#context;
    const load = tables.sessions.load(({ topic }) => topic);
    const [keys] = await Promise.all([relay.keyChain.keyNames().catch(() => new Set<string>()), load]);
    const [known, now] = [tables.sessions.briefs(), clock.now()];
    const doubtful = known.filter(({ key, expiry }) => isOver(expiry, now) || !keys.has(key));
    const settle = async ({ key, expiry }: (typeof doubtful)[number]): Promise<void> => {
      // Its key may be younger than the list of keys.
      const isDue = isOver(expiry, clock.now());
      if (!isDue && (await relay.keyChain.hasKey(key).catch(() => true))) return;
      if (expiries.of({ kind: 'session', key }) !== null) return this.end(key, isDue ? 'expired' : 'lost');
      const session = tables.sessions.take(key);
      // The page that ended it was killed before it was through. Nobody waits for the relay.
      if (session?.isEnded === true) void tidy(this.#sendDelete(session, this.#context.life));
      else if (session !== null) await tidy(this.#erase(session));
    };
    await Promise.all(doubtful.map(settle));
    // They may have changed or ended meanwhile.
    const live = [...(doubtful.length === 0 ? known : tables.sessions.briefs())].sort((a, b) => b.expiry - a.expiry);
    expiries.setAll(live.map(({ key, expiry }) => ({ kind: 'session', key, expiry })));
    return live.map(({ key }) => key);
  }

  /**
   * Knows from now on what other tabs have settled meanwhile, and leaves what they have ended, without a word: it was told by who ended it.
   * Does not wait for the relay.
   */
  async refresh(): Promise<void> {
    const { tables, tidy } = this.#context;
    // Where the store fails, what is known stays.
    await tidy(tables.sessions.refresh(({ topic }) => topic).then((gone) => Promise.all(gone.map((topic) => this.#leaveEnded(topic)))));
  }

  /** Another tab has ended it. A peer that may not know yet is told from here too: that tab may be closed. */
  async #leaveEnded(topic: string): Promise<void> {
    const { tables, life, tidy } = this.#context;
    const stored = await tables.sessions.stored(topic);
    // What its peer has ended is heard of here as well.
    if (stored !== null && stored.isEnded !== true) return;
    const session = this.leave(topic, 'own');
    if (session !== null) void tidy(stored === null ? this.forget(session) : this.#sendDelete(stored, life));
  }

  /** Hears the peers of sessions from now on, what waits at the relay included. Does not wait for the relay. */
  hear(topics: readonly string[]): void {
    if (topics.length === 0) return;
    const { relay, life, logger } = this.#context;
    relay.subscribe(topics, life).catch((error: unknown) => {
      if (!life.aborted) logger.warn('The relay does not carry the messages of sessions', error);
    });
  }

  /** Changes a session that is there. Seen at once; a store that fails keeps nobody from it. */
  async change(topic: string, members: Partial<ProtocolSession>): Promise<void> {
    const { tables, expiries, tidy } = this.#context;
    if (tables.sessions.get(topic) === null) return;
    if (members.expiry !== undefined) expiries.set({ kind: 'session', key: topic, expiry: members.expiry });
    await tidy(tables.sessions.change(topic, members));
  }

  /**
   * Ends a session here. Resolves when nothing is stored of it.
   * @param id of the call that ended it
   */
  async end(topic: string, reason: SessionEndReason, id = 0): Promise<void> {
    const session = this.leave(topic, reason, id);
    if (session !== null) await this.forget(session);
  }

  /** The time of a session is over, unless another tab has extended it. */
  async #expire(topic: string): Promise<void> {
    const { tables, clock, expiries } = this.#context;
    const isOn = ({ expiry }: ProtocolSession): boolean => !isOver(expiry, clock.now());
    const { expiry } = (await tables.sessions.renew(topic, isOn).catch(() => null)) ?? { expiry: 0 };
    if (isOver(expiry, clock.now())) await this.end(topic, 'expired');
    else if (this.get(topic) !== null) expiries.set({ kind: 'session', key: topic, expiry });
  }

  /** Ends a session in memory, and tells everybody. What is stored is left for {@link forget}: its key may serve for one more answer. */
  leave(topic: string, reason: SessionEndReason, id = 0): ProtocolSession | null {
    const { tables, expiries, deleted, calls, events, tidy } = this.#context;
    const session = tables.sessions.take(topic);
    if (session === null) return null;
    expiries.drop({ kind: 'session', key: topic });
    deleted.remember(topic, 'session');
    void tidy(calls.giveUp(topic));
    this.#ends.next({ session, reason });
    if (reason === 'expired') {
      for (const { name, data } of expiryEventsOf({ kind: 'session', key: topic, expiry: session.expiry }))
        events.emit(name, data as never);
    } else if (reason !== 'own') events.emit('session_delete', { id, topic });
    return session;
  }

  /** Removes what is stored of a session that was left. */
  forget(session: ProtocolSession): Promise<void> {
    return this.#context.tidy(this.#erase(session));
  }

  /**
   * Ends a session by this party's will: here at once, then for the peer.
   * @throws LatchkeyError `relay/…`; the session is over all the same
   */
  async disconnect(topic: string, signal: AbortSignal): Promise<void> {
    const { tables, tidy } = this.#context;
    const tellUntil = this.get(topic)?.expiry ?? 0;
    // A page that is killed on the way finds a record that is over, and whose peer may not know.
    const marked = tidy(tables.sessions.change(topic, { isEnded: true, expiry: 0, tellUntil }));
    const session = this.leave(topic, 'own');
    if (session === null) return;
    await marked;
    await this.#sendDelete({ ...session, tellUntil }, signal);
  }

  /** What a rule has against a topic. What it finds to be stale is ended, unless another tab has extended it. */
  async faultOf(topic: unknown, rule: (known: KnownTopic) => ProtocolFault | null): Promise<ProtocolFault | null> {
    const fault = rule(await this.#known.topic(topic));
    if (!fault?.stale.includes('session') || typeof topic !== 'string') return fault;
    if (fault.kind !== 'wallet-protocol/expired') await this.end(topic, 'lost');
    else await this.#expire(topic);
    return this.get(topic) === null ? fault : rule(await this.#known.topic(topic));
  }

  /** @throws LatchkeyError what a rule has against a topic */
  async require(topic: unknown, rule: (known: KnownTopic) => ProtocolFault | null): Promise<void> {
    const fault = await this.faultOf(topic, rule);
    if (fault !== null) throw latchkeyErrorOf(fault);
  }

  /** The record is the last. */
  async #erase({ topic, self }: ProtocolSession): Promise<void> {
    try {
      await forgetTopic(this.#context, topic, self.publicKey);
    } finally {
      await this.#context.tables.sessions.remove(topic);
    }
  }

  /**
   * Notifies a peer that this party has ended their session, then forgets it. What the relay does not take at once it is given once it can
   * be reached, by the next page too, until the session would have ended by itself: its record and its key stay for so long.
   * @param signal of who waits for it; the peer is notified all the same
   * @throws LatchkeyError `relay/…` or the signal's reason, where the peer is notified later
   */
  async #sendDelete(session: ProtocolSession, signal: AbortSignal): Promise<void> {
    const { calls, clock, life, tidy } = this.#context;
    const { topic, tellUntil } = session;
    // Under one id: a peer that has it already, whatever the relay said, hears it once.
    const call = { id: calls.newId(), topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected } as const;
    try {
      await calls.tell(call, signal);
    } catch (error) {
      const isLate = signal.aborted || life.aborted || (isLatchkeyError(error) && error.code.startsWith('relay/'));
      if (!isLate || isOver(tellUntil, clock.now())) await this.forget(session);
      else if (!life.aborted) void tidy(this.#retryDelete(session, () => calls.tell(call, life)));
      throw error;
    }
    await this.forget(session);
  }

  async #retryDelete(session: ProtocolSession, send: () => Promise<void>): Promise<void> {
    const { clock, life, relay } = this.#context;
    const endsAt = clock.now() + DELETE_RETRIED_MS;
    let isLeft = true;
    try {
      await untilTaken(
        this.#context,
        () => isLeft && clock.now() < endsAt,
        async () => {
          await send();
          isLeft = false;
        },
      );
    } catch (error) {
      if (life.aborted) throw error;
      // It would fail again: there is no key any more.
      isLeft = false;
    }
    if (isLeft) await relay.unsubscribe([session.topic]);
    else await this.forget(session);
  }
}
