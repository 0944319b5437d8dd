import { withoutSession } from '../../../domain/wallet-protocol/proposal.js';
import { describeProtocolError, SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { rpcErrorOf } from '../../../domain/wallet-protocol/rpc-error.js';
import { emitFault, extendFault, pingFault, updateFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import { grantTableSchema } from '../../../domain/wallet-protocol/session-grants.js';
import {
  type CallOrder,
  carriedOut,
  NOTHING_CARRIED_OUT,
  type OrderedCall,
  placeOf,
} from '../../../domain/wallet-protocol/state/call-order.js';
import { membersOf, read } from '../../../domain/wire.js';
import type { Handled, IncomingCall } from './calls.js';
import { forgetTopic, type RequesterContext } from './engine-context.js';
import type { EngineEventMap } from './engine-events.js';
import { SESSION_EXPIRY_S, type Sessions } from './sessions.js';

const DONE: Handled = { answer: { result: true } };

/**
 * What peers of sessions say: updates, extensions, events, pings and ends. Either party may say each of them. A call that is older than one
 * of its kind that was carried out does nothing.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export class SessionCalls {
  readonly #context: RequesterContext;
  readonly #sessions: Sessions;
  readonly #orders = new Map<string, CallOrder>();

  constructor(context: RequesterContext, sessions: Sessions) {
    this.#context = context;
    this.#sessions = sessions;
    const { calls } = context;
    calls.handle('wc_sessionUpdate', (call) => this.#update(call));
    calls.handle('wc_sessionExtend', (call) => this.#extend(call));
    calls.handle('wc_sessionEvent', (call) => this.#event(call));
    calls.handle('wc_sessionPing', (call) => this.#ping(call));
    calls.handle('wc_sessionDelete', async (call) => this.#delete(call));
    sessions.ends$.subscribe(({ session }) => this.#orders.delete(session.topic));
  }

  async #update({ topic, id, params }: IncomingCall): Promise<Handled> {
    const call: OrderedCall = { type: 'update' };
    const place = this.#placeOf(topic, call, id);
    if (place === 'again') return DONE;
    if (place === 'older') return { answer: { error: SDK_ERRORS.INVALID_UPDATE_REQUEST } };
    const { namespaces } = membersOf(params);
    const fault = await this.#sessions.faultOf(topic, (known) => updateFault({ topic, namespaces }, known));
    // Lists that no rule looks at are read too: what is stored has to be read again.
    const granted = fault === null ? read(grantTableSchema, namespaces) : null;
    if (granted === null) return { answer: { error: describeProtocolError('INVALID_UPDATE_REQUEST', fault?.message) } };
    this.#carriedOut(topic, call, id);
    await this.#sessions.change(topic, { namespaces: granted });
    this.#context.events.emit('session_update', { id, topic, params: { namespaces: granted } });
    return DONE;
  }

  async #extend({ topic, id }: IncomingCall): Promise<Handled> {
    const fault = await this.#sessions.faultOf(topic, (known) => extendFault({ topic }, known));
    if (fault !== null) return { answer: { error: rpcErrorOf(fault) } };
    await this.#sessions.change(topic, { expiry: Math.floor(this.#context.clock.now() / 1_000) + SESSION_EXPIRY_S });
    this.#context.events.emit('session_extend', { id, topic });
    return DONE;
  }

  /** An event that the session does not allow, or that is older than one of its name, is let go: whoever sent it does not wait. */
  async #event({ topic, id, params }: IncomingCall): Promise<Handled> {
    const { event, chainId } = membersOf(params);
    const fault = await this.#sessions.faultOf(topic, (known) => emitFault({ topic, event, chainId }, known));
    if (fault !== null) return DONE;
    // The rule has found both to be what they have to be.
    const given = { event, chainId } as EngineEventMap['session_event']['params'];
    const call: OrderedCall = { type: 'event', name: given.event.name };
    if (this.#placeOf(topic, call, id) !== 'newer') return DONE;
    this.#carriedOut(topic, call, id);
    this.#context.events.emit('session_event', { id, topic, params: given });
    return DONE;
  }

  async #ping({ topic, id }: IncomingCall): Promise<Handled> {
    const fault = await this.#sessions.faultOf(topic, (known) => pingFault({ topic }, known));
    if (fault !== null) return { answer: { error: rpcErrorOf(fault) } };
    this.#context.events.emit('session_ping', { id, topic });
    return DONE;
  }

  /** The session is over at once; its key goes once the peer has its answer. A page that is killed until then leaves a record that is over. */
  async #delete({ topic, id }: IncomingCall): Promise<Handled> {
    const { tables, tidy } = this.#context;
    const marked = tidy(tables.sessions.change(topic, { expiry: 0 }));
    const session = this.#sessions.leave(topic, 'peer', id);
    if (session === null) return this.#endedEarly(topic);
    await marked;
    return { ...DONE, rest: () => this.#sessions.forget(session) };
  }

  /** The end of a session may come before its settlement, which counts no more then: another one of the same proposal may. */
  async #endedEarly(topic: string): Promise<Handled> {
    const { tables, deleted, tidy } = this.#context;
    const proposal = tables.proposals.all().find(({ isOwn, sessionTopic }) => isOwn && sessionTopic === topic);
    if (proposal === undefined) return DONE;
    const open = withoutSession(proposal);
    deleted.remember(topic, 'session');
    await tidy(tables.proposals.set(open.id, open));
    return { ...DONE, rest: () => tidy(forgetTopic(this.#context, topic)) };
  }

  #placeOf(topic: string, call: OrderedCall, id: number) {
    return placeOf(this.#orders.get(topic) ?? NOTHING_CARRIED_OUT, call, id);
  }

  #carriedOut(topic: string, call: OrderedCall, id: number): void {
    this.#orders.set(topic, carriedOut(this.#orders.get(topic) ?? NOTHING_CARRIED_OUT, call, id));
  }
}
