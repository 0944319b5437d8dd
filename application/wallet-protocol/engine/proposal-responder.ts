import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { readIncomingProposal } from '../../../domain/wallet-protocol/incoming-proposal.js';
import { isRpcFailure, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import type { Proposal } from '../../../domain/wallet-protocol/proposal.js';
import { SDK_ERRORS } from '../../../domain/wallet-protocol/protocol-errors.js';
import { invalid, type ProtocolFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import { PROTOCOL_METHODS } from '../../../domain/wallet-protocol/protocol-methods.js';
import { toRpcError } from '../../../domain/wallet-protocol/rpc-error.js';

import {
  approveFault,
  connectFault,
  type ProposalValidationContext,
  rejectFault,
} from '../../../domain/wallet-protocol/rules/proposal-rules.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { asRecord } from '../../../domain/wire.js';
import { KeyedMutex } from '../../shared/keyed-mutex.js';
import { onAbort } from '../../shared/on-abort.js';
import { pause } from '../../shared/pause.js';
import { type AfterResponse, type CallOutcome, type IncomingCall, type MessageOrigin, PeerError } from './calls.js';
import type { EngineContext } from './engine-context.js';
import { newKeyFor } from './key-agreement.js';
import type { Pairings } from './pairings.js';
import { PendingResults } from './pending-results.js';
import { SESSION_EXPIRY_S, type Sessions } from './sessions.js';
import type { Approval, ApproveParams, RejectParams } from './sign-calls.js';
import { ValidationContexts } from './validation-contexts.js';

/** Delay before the approval of an earlier page load is published again. */
const RETRY_MS = 5_000;

/**
 * The wallet's side of proposals: stores them, emits `session_proposal` and approves or rejects each once. A stored approval that was
 * interrupted is completed by the next page load.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class ProposalResponder {
  readonly #context: EngineContext;
  readonly #pairings: Pairings;
  readonly #validation: ValidationContexts;
  readonly #acknowledgements: Acknowledgements;
  /** Operations by proposal id, so that concurrent calls approve a proposal once. */
  readonly #mutex = new KeyedMutex<unknown>();

  constructor(context: EngineContext, pairings: Pairings, sessions: ClosableSessions) {
    this.#context = context;
    this.#pairings = pairings;
    this.#validation = new ValidationContexts(context);
    this.#acknowledgements = new Acknowledgements(context, sessions);
    context.calls.handle('wc_sessionPropose', (call) => this.#onProposal(call));
    context.expiries.on('proposal', (id) => void context.bestEffort(this.#expire(id)));
    pairings.onJoined((topic) => this.#replay(topic));
  }

  /** Proposals that await the user's decision. */
  pending(): readonly Proposal[] {
    return this.#context.tables.proposals.all().filter(({ isOwn }) => !isOwn);
  }

  /**
   * Approves a proposal and settles its session. If the relay rejects it, the session is removed and the proposal stays pending.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  approve(input: ApproveParams, signal: AbortSignal): Promise<Approval> {
    return this.#mutex.run(asRecord(input).id, () => this.#approve(input, signal));
  }

  /**
   * Rejects a proposal. If the relay does not accept the response, the proposal stays pending.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  reject(input: RejectParams, signal: AbortSignal): Promise<void> {
    return this.#mutex.run(asRecord(input).id, async () => {
      await this.#throwIfFault(rejectFault(input, this.#validationContextOf(asRecord(input).id)), input);
      signal.throwIfAborted();
      const { id, reason } = input;
      const topic = this.#context.tables.proposals.get(id)?.pairingTopic ?? '';
      await this.#context.calls.reply({ topic, id, method: 'wc_sessionPropose' }, { error: reason }, { kind: 'reject' });
      await this.#remove(id);
    });
  }

  /** Restores stored proposals: removes expired ones and completes approvals that an earlier page load had begun. */
  async restore(): Promise<void> {
    const { tables, expiries, clock, bestEffort } = this.#context;
    for (const proposal of this.pending()) {
      const { id, pairingTopic, expiryTimestamp } = proposal;
      const session = tables.sessions.all().find((each) => each.pairingTopic === pairingTopic && isUnacknowledged(each));
      if (isExpired(expiryTimestamp, clock.now())) await bestEffort(this.#remove(id));
      else expiries.set({ kind: 'proposal', key: id, expiry: expiryTimestamp });
      if (session !== undefined && session.peer.publicKey === proposal.proposer.publicKey)
        void bestEffort(this.#mutex.run(id, () => this.#resumeSettlement(session, proposal)));
    }
  }

  async #approve(input: ApproveParams, signal: AbortSignal): Promise<Approval> {
    const { relay, tables, metadata, clock } = this.#context;
    const proposal = await this.#requireProposal(input);
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
      ...(proposal.verifyContext === undefined ? {} : { verifyContext: proposal.verifyContext }),
    };
    const settlementId = this.#context.calls.newId();
    const acknowledged = this.#acknowledgements.wait(topic, settlementId);
    await this.#settle(session, proposal, settlementId, signal);
    return { topic, acknowledged: () => acknowledged.then(() => tables.sessions.get(topic) ?? { ...session, acknowledged: true }) };
  }

  async #settle(session: ProtocolSession, proposal: Proposal, settlementId: number, signal: AbortSignal): Promise<void> {
    try {
      await this.#context.tables.sessions.set(session.topic, session);
      await this.#publish(session, proposal, settlementId, signal);
    } catch (error) {
      // A disposed client keeps the records for the next page load.
      if (!this.#context.lifetime.aborted) this.#acknowledgements.revoke(session);
      throw error;
    }
    await this.#finish(session, proposal);
  }

  /** Publishes an interrupted approval again. The earlier page may have published it, so the session is kept while the app can still use it. */
  async #resumeSettlement(session: ProtocolSession, proposal: Proposal): Promise<void> {
    const { calls, clock, lifetime, tables } = this.#context;
    for (;;) {
      try {
        await this.#publish(session, proposal, calls.newId(), lifetime);
        return await this.#finish(session, proposal);
      } catch (error) {
        if (lifetime.aborted) throw error;
        if (tables.proposals.get(proposal.id) === null) return this.#acknowledgements.revoke(session);
        await pause(RETRY_MS, clock, lifetime);
      }
    }
  }

  /** Publishes response and settlement in parallel: the settlement waits in the mailbox until the app has the response. */
  async #publish(session: ProtocolSession, proposal: Proposal, settlementId: number, signal: AbortSignal): Promise<void> {
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
    const response = { result: { relay: session.relay, responderPublicKey: self.publicKey } };
    const results = await Promise.allSettled([
      relay.subscribe([topic], signal),
      calls.notify({ topic, id: settlementId, method: 'wc_sessionSettle', params }, signal),
      calls.reply({ topic: session.pairingTopic, id: proposal.id, method: 'wc_sessionPropose' }, response),
    ]);
    const failed = results.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Removes the proposal last: a later page load publishes the approval again while the proposal exists. */
  async #finish({ topic, expiry }: ProtocolSession, { id, pairingTopic, proposer }: Proposal): Promise<void> {
    // The app may already have disconnected the session.
    if (this.#context.tables.sessions.get(topic) !== null) this.#context.expiries.set({ kind: 'session', key: topic, expiry });
    await this.#pairings.setPeer(pairingTopic, proposer.metadata);
    await this.#pairings.activate(pairingTopic);
    await this.#remove(id);
  }

  async #onProposal({ topic, id, params, origin }: IncomingCall): Promise<CallOutcome> {
    const { events, clock, tables, expiries } = this.#context;
    // This is the fallback proposal of a sign-in, which this wallet handles through `session_authenticate`.
    if (this.#pairings.get(topic)?.methods?.includes('wc_sessionAuthenticate') === true && events.hasListener('session_authenticate'))
      return { response: null };
    const nowMs = clock.now();
    const input = params === null || typeof params !== 'object' ? params : { ...params, pairingTopic: topic };
    const fault = connectFault(input, this.#validation.pairing(topic));
    const proposal = fault === null ? readIncomingProposal({ id, topic, params, nowMs }) : null;
    if (proposal === null) return { response: { error: toRpcError(fault ?? invalid('session proposal')) }, kind: 'autoReject' };
    // The proposer no longer awaits a response.
    if (isExpired(proposal.expiryTimestamp, nowMs)) return { response: null };
    const existing = tables.proposals.get(id);
    // The user decides on a proposal by its id, so another one must not replace it.
    if (existing !== null && (existing.isOwn || existing.pairingTopic !== topic))
      return { response: { error: toRpcError(invalid(`proposal id: ${id}`)) }, kind: 'autoReject' };
    if (existing !== null) return { response: null, afterResponse: this.#emitAfterOriginCheck(existing, origin) };
    await tables.proposals.set(id, proposal);
    expiries.set({ kind: 'proposal', key: id, expiry: proposal.expiryTimestamp });
    return { response: null, afterResponse: this.#emitAfterOriginCheck(proposal, origin) };
  }

  #emitAfterOriginCheck(proposal: Proposal, origin: MessageOrigin): AfterResponse {
    return async () => {
      const { checkOrigin, tables } = this.#context;
      const { id, proposer } = proposal;
      const context = await checkOrigin({ method: 'wc_sessionPropose', params: proposal, id, origin }, proposer.metadata);
      await this.#context.bestEffort(tables.proposals.change(id, { verifyContext: context }));
      this.#emitProposal(id);
    };
  }

  #replay(topic: string): void {
    // Without a verify context, the proposal has not been emitted for the first time yet.
    for (const { id, pairingTopic, verifyContext: checked } of this.pending())
      if (pairingTopic === topic && checked !== undefined) this.#emitProposal(id);
  }

  #emitProposal(id: number): void {
    const proposal = this.#context.tables.proposals.get(id);
    if (proposal?.verifyContext === undefined) return;
    this.#context.events.emit('session_proposal', { id, params: proposal, verifyContext: proposal.verifyContext });
  }

  async #requireProposal(input: ApproveParams): Promise<Proposal> {
    await this.#throwIfFault(approveFault(input, this.#validationContextOf(asRecord(input).id)), input);
    const proposal = this.#context.tables.proposals.get(input.id);
    // Not reached: the rule checks that it exists.
    if (proposal === null) throw latchkeyErrorOf(invalid('approve()'));
    return proposal;
  }

  async #throwIfFault(fault: ProtocolFault | null, input: unknown): Promise<void> {
    if (fault === null) return;
    const { id } = asRecord(input);
    if (fault.stale.includes('proposal') && typeof id === 'number') await this.#context.bestEffort(this.#expire(id));
    throw latchkeyErrorOf(fault);
  }

  /** Validation context of a proposal. An own proposal counts as missing: a party cannot approve its own. */
  #validationContextOf(id: unknown): ProposalValidationContext {
    const validationContext = this.#validation.proposal(id);
    const isOwn = typeof id === 'number' && this.#context.tables.proposals.get(id)?.isOwn === true;
    return isOwn ? { ...validationContext, proposal: null } : validationContext;
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

type ClosableSessions = Pick<Sessions, 'closeInMemory' | 'forget' | 'disconnect' | 'closed$'>;

const METHOD = 'wc_sessionSettle';

/** Returns whether this wallet has settled the session and the app has not acknowledged it yet. */
const isUnacknowledged = ({ acknowledged, controller, self, isEnded }: ProtocolSession): boolean =>
  !acknowledged && controller === self.publicKey && isEnded !== true;

/** Pending acknowledgements of settlements. */
class Acknowledgements {
  readonly #context: EngineContext;
  readonly #sessions: ClosableSessions;
  readonly #pending = new PendingResults<{ readonly topic: string; readonly id: number }, void>();

  constructor(context: EngineContext, sessions: ClosableSessions) {
    this.#context = context;
    this.#sessions = sessions;
    context.calls.onUnmatchedResponse((topic, response) => this.#onResponse(topic, response));
  }

  /**
   * Waits until the app acknowledges the settlement of a session. The promise never causes an unhandled rejection.
   * @param id of the settlement's call
   * @throws PeerError the app's error response
   * @throws LatchkeyError `wallet-protocol/request-expired`, `wallet-protocol/user-disconnected` once the session is deleted, `config/disposed`
   */
  wait(topic: string, id: number): Promise<void> {
    const { clock, lifetime } = this.#context;
    const acknowledged = this.#pending.add(id, { topic, id });
    const fail = (error: Error): void => {
      subscriptions.unsubscribe();
      this.#pending.reject(id, error);
    };
    const timeoutError = new LatchkeyError('wallet-protocol/request-expired', { method: METHOD });
    const subscriptions = clock.scheduler.schedule(() => fail(timeoutError), PROTOCOL_METHODS[METHOD].request.ttl * 1_000);
    subscriptions.add(
      this.#sessions.closed$.subscribe(({ session }) => {
        if (session.topic === topic) fail(new LatchkeyError('wallet-protocol/user-disconnected', { detail: '' }));
      }),
    );
    subscriptions.add(onAbort(lifetime, () => fail(lifetime.reason)));
    const cleanUp = (): void => subscriptions.unsubscribe();
    acknowledged.then(cleanUp, cleanUp);
    if (lifetime.aborted) fail(lifetime.reason);
    return acknowledged;
  }

  /** Removes a session whose settlement failed. Disconnects it in the background, in case the app received it. */
  revoke({ topic }: ProtocolSession): void {
    this.#sessions.disconnect(topic, this.#context.lifetime).catch(() => undefined);
  }

  /** Handles the app's response to a settlement, including one of an earlier page load. */
  async #onResponse(topic: string, response: RpcResponse): Promise<AfterResponse | null> {
    const { tables } = this.#context;
    const session = tables.sessions.get(topic);
    if (session === null || !isUnacknowledged(session)) return null;
    const pendingId = this.#pending.find((waiting) => waiting.topic === topic)?.id ?? null;
    const isRefusal =
      isRpcFailure(response) && (pendingId !== null || response.error.code === SDK_ERRORS.INVALID_SESSION_SETTLE_REQUEST.code);
    if ((pendingId !== null && pendingId !== response.id) || (isRpcFailure(response) && !isRefusal)) return null;
    if (isRpcFailure(response)) {
      if (pendingId !== null) this.#pending.reject(pendingId, new PeerError(response.error));
      this.#sessions.closeInMemory(topic, 'peer', response.id);
      await this.#sessions.forget(session);
    } else {
      await tables.sessions.change(topic, { acknowledged: true });
      if (pendingId !== null) this.#pending.resolve(pendingId, undefined);
    }
    return async () => undefined;
  }
}
