import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { ProtocolFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { ProtocolMethod } from '../../../domain/wallet-protocol/protocol-methods.js';
import type { SessionGrants } from '../../../domain/wallet-protocol/rules/grants.js';
import { removedTopicFault } from '../../../domain/wallet-protocol/rules/record-faults.js';
import {
  controllerFault,
  disconnectFault,
  emitFault,
  extendFault,
  pingFault,
  updateFault,
} from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { asRecord } from '../../../domain/wire.js';
import { pause } from '../../shared/pause.js';
import { type OutgoingCall, PeerError, type PendingCall } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { OptimisticChanges } from './optimistic-changes.js';
import type { Pairings } from './pairings.js';
import { SESSION_EXPIRY_S, type Sessions } from './sessions.js';
import type { EmitParams, PendingAcknowledgement } from './sign-calls.js';
import type { TopicValidationContext } from './validation-contexts.js';

/** Delay before a successful ping resolves, so that the caller can attach its listeners first. */
export const PING_DELAY_MS = 500;
/** Response timeout of an update, an extension or a ping. The relay stores the call for longer. */
export const RESPONSE_TIMEOUT_MS = 300_000;

/** Operations of a party on its sessions, except requests. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods */
export class SessionOperations {
  readonly #context: EngineContext;
  readonly #sessions: Sessions;
  readonly #pairings: Pick<Pairings, 'ping' | 'disconnect' | 'remove'>;
  readonly #updates = new OptimisticChanges<SessionGrants>();
  readonly #extensions = new OptimisticChanges<number>();

  constructor(context: EngineContext, sessions: Sessions, pairings: Pick<Pairings, 'ping' | 'disconnect' | 'remove'>) {
    this.#context = context;
    this.#sessions = sessions;
    this.#pairings = pairings;
  }

  /**
   * Updates the namespaces of a session immediately, and reverts them if the relay or the peer rejects the update. For the wallet only.
   * @throws LatchkeyError `wallet-protocol/…`; `acknowledged` reports the outcome of the call
   */
  async update(params: { readonly topic: string; readonly namespaces: SessionGrants }): Promise<PendingAcknowledgement> {
    const session = await this.#session(params, (context) => updateFault(params, context), 'update');
    const { topic, namespaces } = params;
    const change = this.#updates.begin(topic, (this.#sessions.get(topic) ?? session).namespaces, namespaces);
    const undo = async (): Promise<void> => {
      const before = change.fail(this.#sessions.get(topic)?.namespaces);
      if (before !== null) await this.#sessions.change(topic, { namespaces: before });
    };
    await this.#sessions.change(topic, { namespaces });
    const pendingCall = this.#request(session, 'wc_sessionUpdate', { namespaces });
    return this.#toAcknowledgement(pendingCall, change.succeed, undo);
  }

  /** Extends a session to seven days from now, on both sides. For the wallet only. @throws LatchkeyError `wallet-protocol/…` */
  async extend(params: { readonly topic: string }): Promise<PendingAcknowledgement> {
    const session = await this.#session(params, (context) => extendFault(params, context), 'extend');
    const { topic } = session;
    const expiry = Math.floor(this.#context.clock.now() / 1_000) + SESSION_EXPIRY_S;
    const change = this.#extensions.begin(topic, (this.#sessions.get(topic) ?? session).expiry, expiry);
    const undo = async (): Promise<void> => {
      const before = change.fail(this.#sessions.get(topic)?.expiry);
      if (before !== null) await this.#sessions.change(topic, { expiry: before });
    };
    await this.#sessions.change(topic, { expiry });
    return this.#toAcknowledgement(this.#request(session, 'wc_sessionExtend', {}), change.succeed, undo);
  }

  /**
   * Pings the peer of a session or pairing.
   * @throws PeerError
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async ping(params: { readonly topic: string }): Promise<void> {
    const { lifetime, clock } = this.#context;
    const session = await this.#sessionOrPairing(params, (context) => pingFault(params, context));
    if (session === null) return this.#pairings.ping(params, lifetime);
    await this.#responseWithTimeout(this.#request(session, 'wc_sessionPing', {}));
    await pause(PING_DELAY_MS, clock, lifetime);
  }

  /** Sends a session event to the peer. @throws LatchkeyError `wallet-protocol/…`, `relay/…` */
  async emit(params: EmitParams): Promise<void> {
    const session = await this.#session(params, (context) => emitFault(params, context));
    const { event, chainId } = params;
    await this.#context.calls.notify(this.#callOf(session, 'wc_sessionEvent', { event, chainId }), this.#context.lifetime);
  }

  /** Disconnects a session or pairing, locally first, then at the peer. @throws LatchkeyError `wallet-protocol/…`, `relay/…` */
  async disconnect(params: { readonly topic: string }): Promise<void> {
    const { lifetime } = this.#context;
    const session = await this.#sessionOrPairing(params, (context) => disconnectFault(params, context));
    if (session === null) return this.#pairings.disconnect(params, lifetime);
    await this.#sessions.disconnect(session.topic, lifetime);
  }

  /** Returns the session of a topic. @param change set if only the controller may do this */
  async #session(
    params: unknown,
    rule: (context: TopicValidationContext) => ProtocolFault | null,
    change?: 'update' | 'extend',
  ): Promise<ProtocolSession> {
    const { topic } = asRecord(params);
    await this.#sessions.require(topic, rule);
    const session = this.#sessions.get(String(topic));
    if (session === null) throw latchkeyErrorOf(removedTopicFault(topic));
    const fault = change === undefined ? null : controllerFault(change, session.self.publicKey, session);
    if (fault !== null) throw latchkeyErrorOf(fault);
    return session;
  }

  /** Returns the session of a topic; `null` if the topic is a pairing's. */
  async #sessionOrPairing(
    params: unknown,
    rule: (context: TopicValidationContext) => ProtocolFault | null,
  ): Promise<ProtocolSession | null> {
    const { topic } = asRecord(params);
    const fault = await this.#sessions.faultOf(topic, rule);
    if (fault?.stale.includes('pairing')) await this.#pairings.remove(String(topic));
    if (fault !== null) throw latchkeyErrorOf(fault);
    const session = this.#sessions.get(String(topic));
    if (session === null && this.#context.tables.pairings.get(String(topic)) === null) throw latchkeyErrorOf(removedTopicFault(topic));
    return session;
  }

  #callOf(session: ProtocolSession, method: ProtocolMethod, params: unknown): OutgoingCall {
    return { topic: session.topic, method, params };
  }

  #request(session: ProtocolSession, method: ProtocolMethod, params: unknown): PendingCall {
    return this.#context.calls.request(this.#callOf(session, method, params), this.#context.lifetime);
  }

  /**
   * Resolves once the call is published or publishing failed.
   * @param keep called if the peer accepts the call or does not respond
   * @param undo called if publishing fails or the peer rejects the call
   */
  async #toAcknowledgement(pendingCall: PendingCall, keep: () => void, undo: () => Promise<void>): Promise<PendingAcknowledgement> {
    const settled = this.#responseWithTimeout(pendingCall).then(keep, async (error: unknown) => {
      if (error instanceof PeerError) await undo();
      else pendingCall.published.then(keep, () => undefined);
      throw error;
    });
    settled.catch(() => undefined);
    try {
      await pendingCall.published;
    } catch {
      if (!this.#context.lifetime.aborted) await undo();
    }
    return { acknowledged: () => settled };
  }

  /** Awaits the peer's response until the timeout. */
  #responseWithTimeout({ id, result }: PendingCall): Promise<void> {
    const { clock, calls } = this.#context;
    const onTimeout = (): void =>
      calls.cancelCall(id, new LatchkeyError('wallet-protocol/expired', { detail: 'No response from the peer' }));
    const timer = clock.scheduler.schedule(onTimeout, RESPONSE_TIMEOUT_MS);
    const cancelTimeout = (): void => timer.unsubscribe();
    result.then(cancelTimeout, cancelTimeout);
    return result.then(() => undefined);
  }
}
