import { type Observable, Subject, Subscription } from 'rxjs';
import { isChainId } from '../../domain/caip/caip-2.js';
import { isObject } from '../../domain/wallet-protocol/is-object.js';
import type { RpcErrorObject, RpcRequest } from '../../domain/wallet-protocol/json-rpc.js';
import { PEER_ERRORS } from '../../domain/wallet-protocol/peer-error-codes.js';
import { PROTOCOL_METHODS, type ProtocolMethod } from '../../domain/wallet-protocol/protocol-methods.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import type { Clock } from '../ports/clock.port.js';
import type { Relay } from '../ports/relay.port.js';
import type { RemoteSessionEvent } from '../ports/remote-session.port.js';
import type { PeerCalls } from './peer-calls.js';
import type { ProtocolRecords } from './protocol-records.js';
import type { Tidy } from './tidy.js';

/** How long a session lives after it was extended: seven days. */
const SESSION_EXPIRY_S = 604_800;
/** Timers of browsers overflow beyond 2^31 ms: a longer wait is made of several. */
const LONGEST_TIMER_MS = 2_000_000_000;

interface Live {
  session: ProtocolSession;
  readonly events: Subject<RemoteSessionEvent>;
  expiring: Subscription;
}

type Answer = { readonly result: unknown } | { readonly error: RpcErrorObject };

const DONE: Answer = { result: true };

/**
 * The settled sessions: stored, listened to, and answered for. Only the party that controls a session may change it.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export class ProtocolSessions {
  readonly #relay: Relay;
  readonly #records: ProtocolRecords;
  readonly #calls: PeerCalls;
  readonly #clock: Clock;
  readonly #life: AbortSignal;
  readonly #tidy: Tidy;
  readonly #live = new Map<string, Live>();

  constructor(relay: Relay, records: ProtocolRecords, calls: PeerCalls, clock: Clock, life: AbortSignal, tidy: Tidy) {
    this.#relay = relay;
    this.#records = records;
    this.#calls = calls;
    this.#clock = clock;
    this.#life = life;
    this.#tidy = tidy;
  }

  /** The session of a topic; `null` once it is over. */
  get(topic: string): ProtocolSession | null {
    return this.#live.get(topic)?.session ?? null;
  }

  /** Takes a session up: from now on its wallet is heard. */
  keep(session: ProtocolSession): void {
    const known = this.#live.get(session.topic);
    known?.expiring.unsubscribe();
    const live: Live = { session, events: known?.events ?? new Subject(), expiring: this.#expireLater(session) };
    this.#live.set(session.topic, live);
  }

  /** What the wallet says from now on; ends with the session. */
  eventsOf(topic: string): Observable<RemoteSessionEvent> | null {
    return this.#live.get(topic)?.events ?? null;
  }

  /** The stored sessions that still live, the newest first. Expired ones, and those whose key is gone, are removed. */
  async restore(): Promise<readonly ProtocolSession[]> {
    const restored: ProtocolSession[] = [];
    for (const session of await this.#records.sessions()) {
      const isUsable = session.expiry * 1_000 > this.#clock.now() && (await this.#relay.hasKey(session.topic));
      if (isUsable) restored.push(this.get(session.topic) ?? session);
      else await this.#tidy(this.#erase(session.topic));
    }
    return restored.sort((a, b) => b.expiry - a.expiry);
  }

  /** Ends a session from this side: here at once, then for the wallet. */
  async disconnect(topic: string, signal: AbortSignal): Promise<void> {
    if (!this.#live.has(topic)) return;
    const { events } = this.#take(topic) ?? {};
    events?.complete();
    try {
      await this.#calls.endSession(topic, signal);
    } finally {
      await this.#erase(topic);
    }
  }

  /** Takes a call of a session's wallet; false when the topic has no session. Does not wait until the wallet has its answer. */
  async hear(topic: string, request: RpcRequest, method: ProtocolMethod): Promise<boolean> {
    const live = this.#live.get(topic);
    if (live === undefined) return false;
    const answer = await this.#answer(live, request, method);
    void this.#tidy(this.#reply(topic, request, method, answer));
    return true;
  }

  /** Stops all timers and streams; what is stored stays. */
  dispose(): void {
    for (const { expiring, events } of this.#live.values()) {
      expiring.unsubscribe();
      events.complete();
    }
    this.#live.clear();
  }

  async #answer(live: Live, { params }: RpcRequest, method: ProtocolMethod): Promise<Answer> {
    const given = isObject(params) ? params : {};
    const isController = live.session.controller !== live.session.self.publicKey;
    switch (method) {
      case 'wc_sessionPing':
        return DONE;
      case 'wc_sessionDelete':
        this.#over(live, 'wallet');
        // Its key goes once the wallet has its answer: without it a record that stays is never taken up.
        await this.#tidy(this.#records.removeSession(live.session.topic));
        return DONE;
      // Handed over again, because the answer to it did not arrive.
      case 'wc_sessionSettle':
        return DONE;
      case 'wc_sessionUpdate': {
        if (!isController) return { error: PEER_ERRORS.unauthorizedUpdate };
        const namespaces = readSessionNamespaces(given.namespaces);
        if (namespaces === null) return { error: PEER_ERRORS.invalidUpdate };
        await this.#replace(live, { ...live.session, namespaces });
        live.events.next({ type: 'namespaces-changed' });
        return DONE;
      }
      case 'wc_sessionExtend':
        if (!isController) return { error: PEER_ERRORS.unauthorizedExtend };
        await this.#replace(live, { ...live.session, expiry: Math.floor(this.#clock.now() / 1_000) + SESSION_EXPIRY_S });
        return DONE;
      case 'wc_sessionEvent': {
        const { event, chainId } = given;
        if (isObject(event) && typeof event.name === 'string' && isChainId(chainId))
          live.events.next({ type: 'event', chainId, name: event.name, data: event.data });
        return DONE;
      }
      default:
        return { error: PEER_ERRORS.unsupportedMethod };
    }
  }

  async #reply(topic: string, { id }: RpcRequest, method: ProtocolMethod, answer: Answer): Promise<void> {
    // A wallet that does not hear the answer asks again, or has gone: neither is a failure of what was done.
    await this.#calls.reply(topic, id, PROTOCOL_METHODS[method].response, answer, this.#life).catch(() => undefined);
    // The answer was the last that the key is for.
    if (method === 'wc_sessionDelete') await this.#forget(topic);
  }

  async #replace(live: Live, session: ProtocolSession): Promise<void> {
    live.session = session;
    live.expiring.unsubscribe();
    live.expiring = this.#expireLater(session);
    // A record that is not brought up to date must not keep the page from the wallet's word.
    await this.#tidy(this.#records.saveSession(session));
  }

  #over({ session: { topic } }: Live, reason: 'wallet' | 'expired' | 'lost'): void {
    const taken = this.#take(topic);
    taken?.events.next({ type: 'ended', reason });
    taken?.events.complete();
  }

  /** Takes a session out of the table; who waits for its wallet learns that nobody answers any more. */
  #take(topic: string): Live | undefined {
    const live = this.#live.get(topic);
    this.#live.delete(topic);
    live?.expiring.unsubscribe();
    this.#calls.giveUp(topic);
    return live;
  }

  /** Removes what is stored of a session. Without its key a record that cannot be removed is never taken up. */
  async #erase(topic: string): Promise<void> {
    try {
      await this.#records.removeSession(topic);
    } finally {
      await this.#forget(topic);
    }
  }

  async #forget(topic: string): Promise<void> {
    await this.#relay.unsubscribe([topic]);
    await this.#relay.deleteKeys(topic);
  }

  #expireLater({ topic, expiry }: ProtocolSession): Subscription {
    const waiting = new Subscription();
    const wait = (): void => {
      const left = expiry * 1_000 - this.#clock.now();
      const check = left > LONGEST_TIMER_MS ? wait : () => this.#expire(topic);
      waiting.add(this.#clock.scheduler.schedule(check, Math.min(Math.max(0, left), LONGEST_TIMER_MS)));
    };
    wait();
    return waiting;
  }

  #expire(topic: string): void {
    const live = this.#live.get(topic);
    if (live === undefined) return;
    this.#over(live, 'expired');
    void this.#tidy(this.#erase(topic));
  }
}
