import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { readIncomingProposal } from '../../../domain/wallet-protocol/incoming-proposal.js';
import { isRpcFailure, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import { isOver } from '../../../domain/wallet-protocol/primitives.js';
import type { Proposal } from '../../../domain/wallet-protocol/proposal.js';
import { SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { invalid, type ProtocolFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { rpcErrorOf } from '../../../domain/wallet-protocol/rpc-error.js';

import { approveFault, connectFault, type KnownProposal, rejectFault } from '../../../domain/wallet-protocol/rules/proposal-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { membersOf } from '../../../domain/wire.js';
import { onAbort } from '../../shared/on-abort.js';
import { pause } from '../../shared/pause.js';
import { type Handled, type IncomingCall, type MessageOrigin, PeerError, type Rest } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { newKeyFor } from './key-agreement.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Known } from './known.js';
import type { Pairings } from './pairings.js';
import { PendingResults } from './pending-results.js';
import { SESSION_EXPIRY_S, type Sessions } from './sessions.js';
import type { Approval, ApproveParams, RejectParams } from './sign-calls.js';

/** How long to wait before an approval of an earlier page is published again. */
const RETRY_MS = 5_000;

/**
 * The wallet's side of proposals: they are stored, told to the host, and approved or declined once. An approval that was stored is carried
 * to its end by the next page.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class Approving {
  readonly #context: EngineContext;
  readonly #pairings: Pairings;
  readonly #known: Known;
  readonly #acknowledgements: Acknowledgements;
  /** What is being done about a proposal, by its id: an app that approves twice at once approves once. */
  readonly #mutex = new KeyedMutex<unknown>();

  constructor(context: EngineContext, pairings: Pairings, sessions: EndableSessions) {
    this.#context = context;
    this.#pairings = pairings;
    this.#known = new Known(context);
    this.#acknowledgements = new Acknowledgements(context, sessions);
    context.calls.handle('wc_sessionPropose', (call) => this.#proposed(call));
    context.expiries.on('proposal', (id) => void context.tidy(this.#expire(id)));
    pairings.onJoined((topic) => this.#replay(topic));
  }

  /** The proposals that wait for this wallet's owner. */
  pending(): readonly Proposal[] {
    return this.#context.tables.proposals.all().filter(({ isOwn }) => !isOwn);
  }

  /**
   * Settles a session for a proposal. Where the relay takes it not, nothing is left of the session and the proposal still waits.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  approve(input: ApproveParams, signal: AbortSignal): Promise<Approval> {
    return this.#mutex.run(membersOf(input).id, () => this.#approve(input, signal));
  }

  /**
   * Declines a proposal. Where the relay does not take it, the proposal still waits.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  reject(input: RejectParams, signal: AbortSignal): Promise<void> {
    return this.#mutex.run(membersOf(input).id, async () => {
      await this.#refuse(rejectFault(input, this.#knownOf(membersOf(input).id)), input);
      signal.throwIfAborted();
      const { id, reason } = input;
      const topic = this.#context.tables.proposals.get(id)?.pairingTopic ?? '';
      await this.#context.calls.reply({ topic, id, method: 'wc_sessionPropose' }, { error: reason }, { kind: 'reject' });
      await this.#remove(id);
    });
  }

  /** Takes up what was stored: forgets what is over, and ends approvals that an earlier page had begun. */
  async restore(): Promise<void> {
    const { tables, expiries, clock, tidy } = this.#context;
    for (const proposal of this.pending()) {
      const { id, pairingTopic, expiryTimestamp } = proposal;
      const session = tables.sessions.all().find((each) => each.pairingTopic === pairingTopic && isUnanswered(each));
      if (isOver(expiryTimestamp, clock.now())) await tidy(this.#remove(id));
      else expiries.set({ kind: 'proposal', key: id, expiry: expiryTimestamp });
      if (session !== undefined && session.peer.publicKey === proposal.proposer.publicKey)
        void tidy(this.#mutex.run(id, () => this.#goOn(session, proposal)));
    }
  }

  async #approve(input: ApproveParams, signal: AbortSignal): Promise<Approval> {
    const { relay, tables, metadata, clock } = this.#context;
    const proposal = await this.#require(input);
    signal.throwIfAborted();
    const { id: _, relayProtocol = RELAY_PROTOCOL, namespaces, ...properties } = input;
    const { publicKey, topic } = await newKeyFor(relay.keyChain, proposal.proposer.publicKey, 'proposer');
    const session: ProtocolSession = {
      topic,
      pairingTopic: proposal.pairingTopic,
      relay: { protocol: relayProtocol },
      expiry: Math.floor(clock.now() / 1_000) + SESSION_EXPIRY_S,
      acknowledged: false,
      controller: publicKey,
      namespaces,
      requiredNamespaces: proposal.requiredNamespaces,
      optionalNamespaces: proposal.optionalNamespaces,
      self: { publicKey, metadata: metadata() },
      peer: proposal.proposer,
      ...properties,
      transportType: 'relay',
    };
    const settlement = this.#context.calls.newId();
    const acknowledged = this.#acknowledgements.wait(topic, settlement);
    await this.#carryOut(session, proposal, settlement, signal);
    return { topic, acknowledged: () => acknowledged.then(() => tables.sessions.get(topic) ?? { ...session, acknowledged: true }) };
  }

  async #carryOut(session: ProtocolSession, proposal: Proposal, settlement: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#context.tables.sessions.set(session.topic, session);
      await this.#publish(session, proposal, settlement, signal);
    } catch (error) {
      // A client that ends leaves it to the next page.
      if (!this.#context.life.aborted) this.#acknowledgements.takeBack(session);
      throw error;
    }
    await this.#finish(session, proposal);
  }

  /** The earlier page may have said all of it: the session is not taken back while the app may still take it up. */
  async #goOn(session: ProtocolSession, proposal: Proposal): Promise<void> {
    const { calls, clock, life, tables } = this.#context;
    for (;;) {
      try {
        await this.#publish(session, proposal, calls.newId(), life);
        return await this.#finish(session, proposal);
      } catch (error) {
        if (life.aborted) throw error;
        if (tables.proposals.get(proposal.id) === null) return this.#acknowledgements.takeBack(session);
        await pause(RETRY_MS, clock, life);
      }
    }
  }

  /** Both messages go at once: the app needs the answer first, and the settlement waits for it at the relay. */
  async #publish(session: ProtocolSession, proposal: Proposal, settlement: number, signal: AbortSignal): Promise<void> {
    const { relay, calls } = this.#context;
    const { topic, namespaces, expiry, self, sessionProperties, scopedProperties, sessionConfig } = session;
    const params = {
      relay: session.relay,
      namespaces,
      controller: self,
      expiry,
      ...(sessionProperties === undefined ? {} : { sessionProperties }),
      ...(scopedProperties === undefined ? {} : { scopedProperties }),
      ...(sessionConfig === undefined ? {} : { sessionConfig }),
    };
    const answer = { result: { relay: session.relay, responderPublicKey: self.publicKey } };
    const done = await Promise.allSettled([
      relay.subscribe([topic], signal),
      calls.tell({ topic, id: settlement, method: 'wc_sessionSettle', params }, signal),
      calls.reply({ topic: session.pairingTopic, id: proposal.id, method: 'wc_sessionPropose' }, answer),
    ]);
    const failed = done.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** The proposal goes last: with it the next page would publish the approval once more. */
  async #finish({ topic, expiry }: ProtocolSession, { id, pairingTopic, proposer }: Proposal): Promise<void> {
    // The app may have ended it by now.
    if (this.#context.tables.sessions.get(topic) !== null) this.#context.expiries.set({ kind: 'session', key: topic, expiry });
    await this.#pairings.setPeer(pairingTopic, proposer.metadata);
    await this.#pairings.activate(pairingTopic);
    await this.#remove(id);
  }

  async #proposed({ topic, id, params, origin }: IncomingCall): Promise<Handled> {
    const { events, clock, tables, expiries } = this.#context;
    // Another client of this wallet signs in for it.
    if (this.#pairings.get(topic)?.methods?.includes('wc_sessionAuthenticate') === true && events.isListened('session_authenticate'))
      return { answer: null };
    const nowMs = clock.now();
    const given = params === null || typeof params !== 'object' ? params : { ...params, pairingTopic: topic };
    const fault = connectFault(given, this.#known.pairing(topic));
    const proposal = fault === null ? readIncomingProposal({ id, topic, params, nowMs }) : null;
    if (proposal === null) return { answer: { error: rpcErrorOf(fault ?? invalid('session proposal')) }, kind: 'autoReject' };
    // Nobody waits for an answer to it any more.
    if (isOver(proposal.expiryTimestamp, nowMs)) return { answer: null };
    const known = tables.proposals.get(id);
    // What the owner is shown under an id is what they answer: nobody may put something else in its place.
    if (known !== null && (known.isOwn || known.pairingTopic !== topic))
      return { answer: { error: rpcErrorOf(invalid(`proposal id: ${id}`)) }, kind: 'autoReject' };
    if (known !== null) return { answer: null, rest: this.#tell(known, origin) };
    await tables.proposals.set(id, proposal);
    expiries.set({ kind: 'proposal', key: id, expiry: proposal.expiryTimestamp });
    return { answer: null, rest: this.#tell(proposal, origin) };
  }

  #tell(proposal: Proposal, origin: MessageOrigin): Rest {
    return async () => {
      const { checkOrigin, tables } = this.#context;
      const { id, proposer } = proposal;
      const context = await checkOrigin({ method: 'wc_sessionPropose', params: proposal, id, origin }, proposer.metadata);
      await this.#context.tidy(tables.proposals.change(id, { verifyContext: context }));
      this.#announce(id);
    };
  }

  #replay(topic: string): void {
    // Before its origin is known it has not been told of for the first time.
    for (const { id, pairingTopic, verifyContext: checked } of this.pending())
      if (pairingTopic === topic && checked !== undefined) this.#announce(id);
  }

  #announce(id: number): void {
    const proposal = this.#context.tables.proposals.get(id);
    if (proposal?.verifyContext === undefined) return;
    this.#context.events.emit('session_proposal', { id, params: proposal, verifyContext: proposal.verifyContext });
  }

  async #require(input: ApproveParams): Promise<Proposal> {
    await this.#refuse(approveFault(input, this.#knownOf(membersOf(input).id)), input);
    const proposal = this.#context.tables.proposals.get(input.id);
    // The rule has found it.
    if (proposal === null) throw latchkeyErrorOf(invalid('approve()'));
    return proposal;
  }

  async #refuse(fault: ProtocolFault | null, { id }: { readonly id: number }): Promise<void> {
    if (fault === null) return;
    if (fault.stale.includes('proposal')) await this.#context.tidy(this.#expire(id));
    throw latchkeyErrorOf(fault);
  }

  /** Of a proposal of a peer: nobody approves their own. */
  #knownOf(id: unknown): KnownProposal {
    const known = this.#known.proposal(id);
    const isOwn = typeof id === 'number' && this.#context.tables.proposals.get(id)?.isOwn === true;
    return isOwn ? { ...known, proposal: null } : known;
  }

  async #expire(id: number): Promise<void> {
    if (this.#context.tables.proposals.get(id)?.isOwn !== false) return;
    await this.#remove(id);
    this.#context.events.emit('proposal_expire', { id });
  }

  async #remove(id: number): Promise<void> {
    const { tables, expiries, deleted } = this.#context;
    expiries.drop({ kind: 'proposal', key: id });
    deleted.remember(id, 'proposal');
    await tables.proposals.remove(id);
  }
}

/** How sessions end. */
type EndableSessions = Pick<Sessions, 'leave' | 'forget' | 'disconnect' | 'ends$'>;

const METHOD = 'wc_sessionSettle';

/** Whether the app has not answered yet to a session that this wallet has settled. */
const isUnanswered = ({ acknowledged, controller, self, isEnded }: ProtocolSession): boolean =>
  !acknowledged && controller === self.publicKey && isEnded !== true;

/** The settlements that an app has not answered yet: who waits for one is told how it ended. */
class Acknowledgements {
  readonly #context: EngineContext;
  readonly #sessions: EndableSessions;
  readonly #waiting = new PendingResults<{ readonly topic: string; readonly id: number }, void>();

  constructor(context: EngineContext, sessions: EndableSessions) {
    this.#context = context;
    this.#sessions = sessions;
    context.calls.takeAnswers((topic, response) => this.#answered(topic, response));
  }

  /**
   * Waits until the app has answered the settlement of a session. Never an unhandled rejection.
   * @param id of the settlement's call
   * @throws PeerError what the app has against it
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected` once the session is gone, `config/disposed`
   */
  wait(topic: string, id: number): Promise<void> {
    const { clock, life } = this.#context;
    const answer = this.#waiting.add(id, { topic, id });
    const fail = (error: Error): void => {
      following.unsubscribe();
      this.#waiting.reject(id, error);
    };
    const late = new LatchkeyError('wallet-protocol/request-expired', { method: METHOD });
    const following = clock.scheduler.schedule(() => fail(late), PROTOCOL_METHODS[METHOD].request.ttl * 1_000);
    following.add(
      this.#sessions.ends$.subscribe(({ session }) => {
        if (session.topic === topic) fail(new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' }));
      }),
    );
    following.add(onAbort(life, () => fail(life.reason)));
    const over = (): void => following.unsubscribe();
    answer.then(over, over);
    if (life.aborted) fail(life.reason);
    return answer;
  }

  /** Takes a session back that the relay did not take. The app is told, in case that it has it all the same; nobody waits for that. */
  takeBack({ topic }: ProtocolSession): void {
    this.#sessions.disconnect(topic, this.#context.life).catch(() => undefined);
  }

  /** The app's answer to a settlement, also of an earlier page. */
  async #answered(topic: string, response: RpcResponse): Promise<Rest | null> {
    const { tables } = this.#context;
    const session = tables.sessions.get(topic);
    if (session === null || !isUnanswered(session)) return null;
    const asked = this.#waiting.find((waiting) => waiting.topic === topic)?.id ?? null;
    const isRefusal = isRpcFailure(response) && (asked !== null || response.error.code === SDK_ERRORS.INVALID_SESSION_SETTLE_REQUEST.code);
    if ((asked !== null && asked !== response.id) || (isRpcFailure(response) && !isRefusal)) return null;
    if (isRpcFailure(response)) {
      if (asked !== null) this.#waiting.reject(asked, new PeerError(response.error));
      this.#sessions.leave(topic, 'peer', response.id);
      await this.#sessions.forget(session);
    } else {
      await tables.sessions.change(topic, { acknowledged: true });
      if (asked !== null) this.#waiting.resolve(asked, undefined);
    }
    return async () => undefined;
  }
}
