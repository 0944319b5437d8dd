import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { ProtocolFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { ProtocolMethod } from '../../../domain/wallet-protocol/protocol-methods.js';
import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { vanishedTopicFault } from '../../../domain/wallet-protocol/rules/record-faults.js';
import { disconnectFault, emitFault, extendFault, pingFault, updateFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { membersOf } from '../../../domain/wire.js';
import { pause } from '../../shared/pause.js';
import { type OutgoingCall, PeerError, type PlacedCall } from './calls.js';
import type { EngineContext } from './engine-context.js';
import type { KnownTopic } from './known.js';
import type { Pairings } from './pairings.js';
import { SESSION_EXPIRY_S, type Sessions } from './sessions.js';
import type { EmitParams, Told } from './sign-calls.js';

/** How long the answer to a ping is kept from who asked: their listeners are there by then. */
export const PING_DELAY_MS = 500;
/** How long the answer to an update, an extension or a ping is waited for. The relay keeps the call for longer. */
export const ANSWER_WAIT_MS = 300_000;

/** What a party does with its sessions, apart from requests. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
export class SessionOperations {
  readonly #context: EngineContext;
  readonly #sessions: Sessions;
  readonly #pairings: Pick<Pairings, 'ping' | 'disconnect' | 'remove'>;

  constructor(context: EngineContext, sessions: Sessions, pairings: Pick<Pairings, 'ping' | 'disconnect' | 'remove'>) {
    this.#context = context;
    this.#sessions = sessions;
    this.#pairings = pairings;
  }

  /**
   * Changes what a session allows: here at once, and back again where the relay or the peer does not take it.
   * @throws LatchkeyError `wallet-protocol/…`; what becomes of the call is said by `acknowledged`
   */
  async update(params: { readonly topic: string; readonly namespaces: SessionGrants }): Promise<Told> {
    const session = await this.#session(params, (known) => updateFault(params, known));
    const { topic, namespaces } = params;
    const before = session.namespaces;
    const isOurs = (): boolean => this.#sessions.get(topic)?.namespaces === namespaces;
    const undo = async (): Promise<void> => (isOurs() ? this.#sessions.change(topic, { namespaces: before }) : undefined);
    await this.#sessions.change(topic, { namespaces });
    const placed = this.#place(session, 'wc_sessionUpdate', { namespaces });
    return this.#told(placed, undo);
  }

  /** Lets a session last seven days from now, on both sides. @throws LatchkeyError `wallet-protocol/…` */
  async extend(params: { readonly topic: string }): Promise<Told> {
    const session = await this.#session(params, (known) => extendFault(params, known));
    const { topic, expiry: before } = session;
    const expiry = Math.floor(this.#context.clock.now() / 1_000) + SESSION_EXPIRY_S;
    const undo = async (): Promise<void> =>
      this.#sessions.get(topic)?.expiry === expiry ? this.#sessions.change(topic, { expiry: before }) : undefined;
    await this.#sessions.change(topic, { expiry });
    return this.#told(this.#place(session, 'wc_sessionExtend', {}), undo);
  }

  /**
   * Asks a peer whether it is there, on a session or a pairing.
   * @throws PeerError
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async ping(params: { readonly topic: string }): Promise<void> {
    const { life, clock } = this.#context;
    const session = await this.#either(params, (known) => pingFault(params, known));
    if (session === null) return this.#pairings.ping(params, life);
    await this.#answered(this.#place(session, 'wc_sessionPing', {}));
    await pause(PING_DELAY_MS, clock, life);
  }

  /** Tells a peer of an event. @throws LatchkeyError `wallet-protocol/…`, `relay/…` */
  async emit(params: EmitParams): Promise<void> {
    const session = await this.#session(params, (known) => emitFault(params, known));
    const { event, chainId } = params;
    await this.#context.calls.tell(this.#callOf(session, 'wc_sessionEvent', { event, chainId }), this.#context.life);
  }

  /** Ends a session or a pairing: here at once, then for the peer. @throws LatchkeyError `wallet-protocol/…`, `relay/…` */
  async disconnect(params: { readonly topic: string }): Promise<void> {
    const { life } = this.#context;
    const session = await this.#either(params, (known) => disconnectFault(params, known));
    if (session === null) return this.#pairings.disconnect(params, life);
    await this.#sessions.disconnect(session.topic, life);
  }

  async #session(params: unknown, rule: (known: KnownTopic) => ProtocolFault | null): Promise<ProtocolSession> {
    const { topic } = membersOf(params);
    await this.#sessions.require(topic, rule);
    const session = this.#sessions.get(String(topic));
    if (session === null) throw latchkeyErrorOf(vanishedTopicFault(topic));
    return session;
  }

  /** The session of a topic; `null` where it is a pairing's. */
  async #either(params: unknown, rule: (known: KnownTopic) => ProtocolFault | null): Promise<ProtocolSession | null> {
    const { topic } = membersOf(params);
    const fault = await this.#sessions.faultOf(topic, rule);
    if (fault?.stale.includes('pairing')) await this.#pairings.remove(String(topic));
    if (fault !== null) throw latchkeyErrorOf(fault);
    const session = this.#sessions.get(String(topic));
    if (session === null && this.#context.tables.pairings.get(String(topic)) === null) throw latchkeyErrorOf(vanishedTopicFault(topic));
    return session;
  }

  #callOf(session: ProtocolSession, method: ProtocolMethod, params: unknown): OutgoingCall {
    return { topic: session.topic, method, params };
  }

  #place(session: ProtocolSession, method: ProtocolMethod, params: unknown): PlacedCall {
    return this.#context.calls.place(this.#callOf(session, method, params), this.#context.life);
  }

  /** Resolves once the relay has the call or does not take it. @param undo where the relay does not take it, or the peer declines it */
  async #told(placed: PlacedCall, undo: () => Promise<void>): Promise<Told> {
    const answer = this.#answered(placed);
    const settled = answer.catch(async (error: unknown) => {
      if (error instanceof PeerError) await undo();
      throw error;
    });
    settled.catch(() => undefined);
    try {
      await placed.published;
    } catch {
      if (!this.#context.life.aborted) await undo();
    }
    return { acknowledged: () => settled };
  }

  /** The peer's answer, waited for in time. Never an unhandled rejection. */
  #answered({ id, answer }: PlacedCall): Promise<void> {
    const { clock, calls } = this.#context;
    const late = (): void => calls.giveUpCall(id, new LatchkeyError('wallet-protocol/expired', { detail: 'No answer from the peer' }));
    const timer = clock.scheduler.schedule(late, ANSWER_WAIT_MS);
    const over = (): void => timer.unsubscribe();
    answer.then(over, over);
    return answer.then(() => undefined);
  }
}
