import { withoutSession } from '../../../domain/wallet-protocol/proposal.js';
import { describeProtocolError, SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { toRpcError } from '../../../domain/wallet-protocol/rpc-error.js';
import { controllerFault, emitFault, extendFault, pingFault, updateFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import { storedGrantsSchema } from '../../../domain/wallet-protocol/session-grants.js';
import {
  type CallOrder,
  EMPTY_CALL_ORDER,
  type OrderedCall,
  recencyOf,
  recordExecuted,
} from '../../../domain/wallet-protocol/state/call-order.js';
import { asRecord, parseOrNull } from '../../../domain/wire.js';
import type { CallOutcome, IncomingCall } from './calls.js';
import { forgetTopic, type RequesterContext } from './engine-context.js';
import type { EngineEventMap } from './engine-events.js';
import { SESSION_EXPIRY_S, type Sessions } from './sessions.js';

const DONE: CallOutcome = { response: { result: true } };

/**
 * Handles the session methods of peers: update, extend, event, ping and delete, for both roles. Ignores a call that is older than an executed
 * one of the same kind.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export class SessionCallHandlers {
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
    sessions.closed$.subscribe(({ session }) => this.#orders.delete(session.topic));
  }

  async #update({ topic, id, params }: IncomingCall): Promise<CallOutcome> {
    const unauthorized = this.#peerFault(topic, 'update');
    if (unauthorized !== null) return { response: { error: toRpcError(unauthorized) } };
    const call: OrderedCall = { type: 'update' };
    const order = this.#orderOf(topic, call, id);
    if (order === 'again') return DONE;
    if (order === 'older') return { response: { error: SDK_ERRORS.INVALID_UPDATE_REQUEST } };
    const { namespaces } = asRecord(params);
    const fault = await this.#sessions.faultOf(topic, (context) => updateFault({ topic, namespaces }, context));
    // The whole value is parsed, as the rule does not validate every list and stored values must be valid.
    const granted = fault === null ? parseOrNull(storedGrantsSchema, namespaces) : null;
    if (granted === null) return { response: { error: describeProtocolError('INVALID_UPDATE_REQUEST', fault?.message) } };
    this.#markExecuted(topic, call, id);
    await this.#sessions.change(topic, { namespaces: granted });
    this.#context.events.emit('session_update', { id, topic, params: { namespaces: granted } });
    return DONE;
  }

  async #extend({ topic, id }: IncomingCall): Promise<CallOutcome> {
    const fault = this.#peerFault(topic, 'extend') ?? (await this.#sessions.faultOf(topic, (context) => extendFault({ topic }, context)));
    if (fault !== null) return { response: { error: toRpcError(fault) } };
    await this.#sessions.change(topic, { expiry: Math.floor(this.#context.clock.now() / 1_000) + SESSION_EXPIRY_S });
    this.#context.events.emit('session_extend', { id, topic });
    return DONE;
  }

  /** Ignores an event that the session does not grant or that is older than one of the same name. The sender awaits no response. */
  async #event({ topic, id, params }: IncomingCall): Promise<CallOutcome> {
    const { event, chainId } = asRecord(params);
    const fault = await this.#sessions.faultOf(topic, (context) => emitFault({ topic, event, chainId }, context));
    if (fault !== null) return DONE;
    // Both were validated by the rule.
    const payload = { event, chainId } as EngineEventMap['session_event']['params'];
    const call: OrderedCall = { type: 'event', name: payload.event.name };
    if (this.#orderOf(topic, call, id) !== 'newer') return DONE;
    this.#markExecuted(topic, call, id);
    this.#context.events.emit('session_event', { id, topic, params: payload });
    return DONE;
  }

  async #ping({ topic, id }: IncomingCall): Promise<CallOutcome> {
    const fault = await this.#sessions.faultOf(topic, (context) => pingFault({ topic }, context));
    if (fault !== null) return { response: { error: toRpcError(fault) } };
    this.#context.events.emit('session_ping', { id, topic });
    return DONE;
  }

  /** Closes the session immediately and removes its key after the response. If the page is closed before, the record is marked by expiry 0. */
  async #delete({ topic, id }: IncomingCall): Promise<CallOutcome> {
    const { tables, bestEffort } = this.#context;
    const marked = bestEffort(tables.sessions.change(topic, { expiry: 0 }));
    const session = this.#sessions.closeInMemory(topic, 'peer', id);
    if (session === null) return this.#onEarlyDelete(topic);
    await marked;
    return { ...DONE, afterResponse: () => this.#sessions.forget(session) };
  }

  /** Handles a deletion that arrives before its settlement, which is then ignored. The proposal may still get another settlement. */
  async #onEarlyDelete(topic: string): Promise<CallOutcome> {
    const { tables, deleted, bestEffort } = this.#context;
    const proposal = tables.proposals.all().find(({ isOwn, sessionTopic }) => isOwn && sessionTopic === topic);
    if (proposal === undefined) return DONE;
    const open = withoutSession(proposal);
    deleted.remember(topic, 'session');
    await bestEffort(tables.proposals.set(open.id, open));
    return { ...DONE, afterResponse: () => bestEffort(forgetTopic(this.#context, topic)) };
  }

  /** Fault of a change that the peer of a topic's session may not make; `null` also without a session. */
  #peerFault(topic: string, change: 'update' | 'extend') {
    const session = this.#sessions.get(topic);
    return session === null ? null : controllerFault(change, session.peer.publicKey, session);
  }

  #orderOf(topic: string, call: OrderedCall, id: number) {
    return recencyOf(this.#orders.get(topic) ?? EMPTY_CALL_ORDER, call, id);
  }

  #markExecuted(topic: string, call: OrderedCall, id: number): void {
    this.#orders.set(topic, recordExecuted(this.#orders.get(topic) ?? EMPTY_CALL_ORDER, call, id));
  }
}
