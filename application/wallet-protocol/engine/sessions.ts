import { type Observable, Subject } from 'rxjs';
import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import type { ProtocolFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { expiryEventsOf } from '../../../domain/wallet-protocol/state/expiry-table.js';
import { onAbort } from '../../shared/on-abort.js';
import { forgetTopic, type RequesterContext } from './engine-context.js';
import { retryUntilAccepted } from './retry-until-accepted.js';
import { type TopicValidationContext, ValidationContexts } from './validation-contexts.js';

/** Lifetime of a session after it was settled or extended, in seconds: seven days. @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-events */
export const SESSION_EXPIRY_S = 604_800;

/** Duration of retries of a session deletion, in milliseconds. After that the next page load retries. */
const DELETE_RETRY_MS = 300_000;

/** Reason why a session was closed: by this party, by its peer, by expiry, or because its key is missing. */
export type SessionCloseReason = 'own' | 'peer' | 'expired' | 'lost';

/** A closed session. */
export interface ClosedSession {
  /** State at the time of closing. */
  readonly session: ProtocolSession;
  readonly reason: SessionCloseReason;
  /**
   * Resolves once the stored record says that the session is closed, or storing it failed. Records that belong to the session are removed
   * after that: if the page is closed before, the next page load still has both.
   */
  readonly recorded: Promise<void>;
}

/**
 * The settled sessions. Restores, changes and closes each of them once, whichever side closes it. Closing takes effect in memory immediately;
 * records are removed in an order that lets the next page load finish an interrupted removal.
 */
export class Sessions {
  readonly #context: RequesterContext;
  readonly #validation: ValidationContexts;
  readonly #closed = new Subject<ClosedSession>();

  constructor(context: RequesterContext) {
    this.#context = context;
    this.#validation = new ValidationContexts(context);
    context.expiries.on('session', (topic) => void context.bestEffort(this.#expire(topic)));
    onAbort(context.lifetime, () => this.#closed.complete());
  }

  /** Emits each closed session once it is removed from memory, before the engine events. */
  get closed$(): Observable<ClosedSession> {
    return this.#closed;
  }

  /** Returns the session of a topic; `null` once it is closed. */
  get(topic: string): ProtocolSession | null {
    return this.#context.tables.sessions.get(topic);
  }

  /**
   * Restores the stored sessions and returns the live ones, the latest expiry first. Expired sessions and those without a key are removed,
   * without an event unless this page has used them. If the key chain cannot be read, the keys count as present.
   */
  async restore(): Promise<readonly ProtocolSession[]> {
    return (await this.restoreTopics()).flatMap((topic) => this.get(topic) ?? []);
  }

  /** Same as {@link restore} for thousands of sessions: returns their topics without reading sessions or keys. */
  async restoreTopics(): Promise<readonly string[]> {
    const { tables, relay, clock, expiries, bestEffort } = this.#context;
    const load = tables.sessions.load(({ topic }) => topic);
    const [keys] = await Promise.all([relay.keyChain.keyNames().catch(() => new Set<string>()), load]);
    const [summaries, now] = [tables.sessions.summaries(), clock.now()];
    const doubtful = summaries.filter(({ key, expiry }) => isExpired(expiry, now) || !keys.has(key));
    const check = async ({ key, expiry }: (typeof doubtful)[number]): Promise<void> => {
      // The key may have been stored after `keyNames` was read.
      const isDue = isExpired(expiry, clock.now());
      if (!isDue && (await relay.keyChain.hasKey(key).catch(() => true))) return;
      if (expiries.of({ kind: 'session', key }) !== null) return this.close(key, isDue ? 'expired' : 'lost');
      const session = tables.sessions.evict(key);
      // An earlier page load was closed before the peer was notified. Does not wait for the relay.
      if (session?.isEnded === true) void bestEffort(this.#sendDelete(session, this.#context.lifetime));
      else if (session !== null) await bestEffort(this.#erase(session));
    };
    await Promise.all(doubtful.map(check));
    // Sessions may have been changed or closed meanwhile.
    const live = [...(doubtful.length === 0 ? summaries : tables.sessions.summaries())].sort((a, b) => b.expiry - a.expiry);
    expiries.setAll(live.map(({ key, expiry }) => ({ kind: 'session', key, expiry })));
    return live.map(({ key }) => key);
  }

  /** Loads sessions that other tabs have settled and closes those they have closed, without events. Does not wait for the relay. */
  async refresh(): Promise<void> {
    const { tables, bestEffort } = this.#context;
    // If the store fails, the sessions in memory stay.
    await bestEffort(
      tables.sessions.refresh(({ topic }) => topic).then((gone) => Promise.all(gone.map((topic) => this.#closeIfEndedByOtherTab(topic)))),
    );
  }

  /** Closes a session that another tab has closed. Notifies the peer too if the record says it may be pending: that tab may be closed. */
  async #closeIfEndedByOtherTab(topic: string): Promise<void> {
    const { tables, lifetime, bestEffort } = this.#context;
    const stored = await tables.sessions.stored(topic);
    // A deletion by the peer reaches this tab as well.
    if (stored !== null && stored.isEnded !== true) return;
    const session = this.closeInMemory(topic, 'own');
    if (session !== null) void bestEffort(stored === null ? this.forget(session) : this.#sendDelete(stored, lifetime));
  }

  /** Subscribes to session topics without waiting for the relay. Waiting messages are delivered too. */
  subscribe(topics: readonly string[]): void {
    if (topics.length === 0) return;
    const { relay, lifetime, logger } = this.#context;
    relay.subscribe(topics, lifetime).catch((error: unknown) => {
      if (!lifetime.aborted) logger.warn('Could not subscribe to session topics', error);
    });
  }

  /** Changes a session if it exists. Effective in memory even if the store fails. */
  async change(topic: string, members: Partial<ProtocolSession>): Promise<void> {
    const { tables, expiries, bestEffort } = this.#context;
    if (tables.sessions.get(topic) === null) return;
    if (members.expiry !== undefined) expiries.set({ kind: 'session', key: topic, expiry: members.expiry });
    await bestEffort(tables.sessions.change(topic, members));
  }

  /**
   * Closes a session locally. Resolves when its records are removed.
   * @param id of the call that closed it
   */
  async close(topic: string, reason: SessionCloseReason, id = 0): Promise<void> {
    const session = this.closeInMemory(topic, reason, id);
    if (session !== null) await this.forget(session);
  }

  /** Closes an expired session, unless another tab has extended it. */
  async #expire(topic: string): Promise<void> {
    const { tables, clock, expiries } = this.#context;
    const isAlive = ({ expiry }: ProtocolSession): boolean => !isExpired(expiry, clock.now());
    const { expiry } = (await tables.sessions.reload(topic, isAlive).catch(() => null)) ?? { expiry: 0 };
    if (isExpired(expiry, clock.now())) await this.close(topic, 'expired');
    else if (this.get(topic) !== null) expiries.set({ kind: 'session', key: topic, expiry });
  }

  /**
   * Closes a session in memory and emits the events. Its records stay until {@link forget}: the key may be needed for one more response.
   * @param recorded of {@link ClosedSession}
   */
  closeInMemory(topic: string, reason: SessionCloseReason, id = 0, recorded = Promise.resolve()): ProtocolSession | null {
    const { tables, expiries, deleted, calls, events, bestEffort } = this.#context;
    const session = tables.sessions.evict(topic);
    if (session === null) return null;
    expiries.drop({ kind: 'session', key: topic });
    deleted.remember(topic, 'session');
    calls.rejectCalls(topic);
    void bestEffort(recorded.then(() => calls.cancelTopic(topic)));
    this.#closed.next({ session, reason, recorded });
    if (reason === 'expired') {
      for (const { name, data } of expiryEventsOf({ kind: 'session', key: topic, expiry: session.expiry }))
        events.emit(name, data as never);
    } else if (reason !== 'own') events.emit('session_delete', { id, topic });
    return session;
  }

  /** Removes the records of a closed session. */
  forget(session: ProtocolSession): Promise<void> {
    return this.#context.bestEffort(this.#erase(session));
  }

  /**
   * Disconnects a session, locally first, then at the peer.
   * @throws LatchkeyError `relay/…`; the session is closed all the same
   */
  async disconnect(topic: string, signal: AbortSignal): Promise<void> {
    const { tables, bestEffort } = this.#context;
    const tellUntil = this.get(topic)?.expiry ?? 0;
    // If the page is closed meanwhile, the next page load finds a marked record and notifies the peer.
    const marked = bestEffort(tables.sessions.change(topic, { isEnded: true, expiry: 0, tellUntil }));
    const session = this.closeInMemory(topic, 'own', 0, marked);
    if (session === null) return;
    await marked;
    await this.#sendDelete({ ...session, tellUntil }, signal);
  }

  /** Returns the fault of a rule for a topic. A stale session is closed, unless another tab has extended it. */
  async faultOf(topic: unknown, rule: (context: TopicValidationContext) => ProtocolFault | null): Promise<ProtocolFault | null> {
    const fault = rule(await this.#validation.topic(topic));
    if (!fault?.stale.includes('session') || typeof topic !== 'string') return fault;
    if (fault.kind !== 'wallet-protocol/expired') await this.close(topic, 'lost');
    else await this.#expire(topic);
    return this.get(topic) === null ? fault : rule(await this.#validation.topic(topic));
  }

  /** @throws LatchkeyError the fault of a rule for a topic */
  async require(topic: unknown, rule: (context: TopicValidationContext) => ProtocolFault | null): Promise<void> {
    const fault = await this.faultOf(topic, rule);
    if (fault !== null) throw latchkeyErrorOf(fault);
  }

  /** Removes a session's key and record, the record last. */
  async #erase({ topic, self }: ProtocolSession): Promise<void> {
    try {
      await forgetTopic(this.#context, topic, self.publicKey);
    } finally {
      await this.#context.tables.sessions.remove(topic);
    }
  }

  /**
   * Sends the deletion of a session to its peer, then removes its records. If the relay is unreachable, it is retried, also by later page
   * loads, until the session would have expired; record and key are kept for that time.
   * @param signal of the caller; the retries continue after its abort
   * @throws LatchkeyError `relay/…` or the signal's reason, if the peer is notified later
   */
  async #sendDelete(session: ProtocolSession, signal: AbortSignal): Promise<void> {
    const { calls, clock, lifetime, bestEffort } = this.#context;
    const { topic, tellUntil } = session;
    // All attempts use one id, so that a peer that has already received it handles it once.
    const call = { id: calls.newId(), topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected } as const;
    try {
      await calls.notify(call, signal);
    } catch (error) {
      const isRetryable = signal.aborted || lifetime.aborted || (isLatchkeyError(error) && error.code.startsWith('relay/'));
      if (!isRetryable || isExpired(tellUntil, clock.now())) await this.forget(session);
      else if (!lifetime.aborted) void bestEffort(this.#retryDelete(session, () => calls.notify(call, lifetime)));
      throw error;
    }
    await this.forget(session);
  }

  async #retryDelete(session: ProtocolSession, send: () => Promise<void>): Promise<void> {
    const { clock, lifetime, relay } = this.#context;
    const deadline = clock.now() + DELETE_RETRY_MS;
    let isUnsent = true;
    try {
      await retryUntilAccepted(
        this.#context,
        () => isUnsent && clock.now() < deadline,
        async () => {
          await send();
          isUnsent = false;
        },
      );
    } catch (error) {
      if (lifetime.aborted) throw error;
      // A retry would fail too, for example because the key is missing.
      isUnsent = false;
    }
    if (isUnsent) await relay.unsubscribe([session.topic]);
    else await this.forget(session);
  }
}
