import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { isRpcFailure, type RpcResponse } from '../../../domain/wallet-protocol/json-rpc.js';
import { PAIRING_VALIDITY_MS, PROPOSAL_EXPIRY_S, pairingExpiry } from '../../../domain/wallet-protocol/pairing-clock.js';
import { RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import { isOver } from '../../../domain/wallet-protocol/primitives.js';
import { readProperties } from '../../../domain/wallet-protocol/properties.js';
import { type Proposal, withoutSession } from '../../../domain/wallet-protocol/proposal.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { readResponderKey, settle } from '../../../domain/wallet-protocol/settlement.js';
import { onAbort } from '../../shared/on-abort.js';
import { type Handled, type IncomingCall, PeerError, type Rest } from './calls.js';
import { forgetTopic, type RequesterContext } from './engine-context.js';
import { agreedTopic } from './key-agreement.js';
import type { NewPairing, Pairings } from './pairings.js';
import type { ConnectParams } from './sign-calls.js';

/** What is asked, and how. */
export interface ProposeInput extends ConnectParams {
  /** Of the call; default a new one. */
  readonly id?: number;
  /** Made by the caller, who ends it where the proposal fails. */
  readonly pairing?: NewPairing;
}

/** A proposal that a wallet can take up. */
export interface ShownProposal {
  readonly id: number;
  /** Secret: it holds the pairing's key. `''` where the wallet has the pairing already. */
  readonly uri: string;
  /** When the URI is no longer shown as valid, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A proposal of an earlier page, and the topics on which its wallet may have answered. */
type LeftProposal = ShownProposal & { readonly topics: readonly string[] };

/** The topics that proposals are made on. */
export type ProposalPairings = Pick<Pairings, 'get' | 'make' | 'activate' | 'remove' | 'serve'> & {
  /** @param expiry of the proposal, in seconds since 1970 */
  readonly uriOf: (topic: string, expiry: number) => Promise<string | null>;
};

/** How a proposal ended. */
export type Outcome = { readonly id: number } & ({ readonly session: ProtocolSession } | { readonly error: Error });

/**
 * Takes an outcome over: `true` when it is theirs, or a function that is called in the same moment, once the session is in the table of
 * sessions. A promise asks the wallet to wait: once it resolves the outcome is offered again to whoever is there then.
 */
export type OutcomeTaker = (outcome: Outcome) => boolean | (() => void) | Promise<void>;

/** What goes with an offer. */
interface Offer {
  /** Whether the outcome still counts after somebody has asked for time. */
  readonly stillCounts?: () => boolean;
  /** Puts the session into the table. */
  readonly keep?: () => void;
  /** Whether an outcome that nobody takes is kept all the same. Default `false` */
  readonly isKeptAnyway?: boolean;
}

/** Who waits for the outcomes of proposals. There is nothing between the outcome and who takes it over. */
class Outcomes {
  readonly #takers = new Set<OutcomeTaker>();
  readonly #waiting = new Set<(error: Error) => void>();

  /** Offers outcomes to a taker from now on, until the returned function is called. */
  follow(taker: OutcomeTaker): () => void {
    this.#takers.add(taker);
    return () => this.#takers.delete(taker);
  }

  /** The session that comes of a proposal. Never an unhandled rejection. */
  of(id: number): Promise<ProtocolSession> {
    const session = new Promise<ProtocolSession>((resolve, reject) => {
      const unfollow = this.follow((outcome) => {
        if (outcome.id !== id) return false;
        unfollow();
        this.#waiting.delete(reject);
        if ('session' in outcome) return () => resolve(outcome.session);
        reject(outcome.error);
        return true;
      });
      this.#waiting.add(reject);
    });
    session.catch(() => undefined);
    return session;
  }

  /** Whether somebody took an outcome over, in the same moment unless they asked for time; `null` where it does not count any more. */
  async offer(outcome: Outcome, { stillCounts = () => true, keep, isKeptAnyway = false }: Offer = {}): Promise<boolean | null> {
    for (;;) {
      let answer: ReturnType<OutcomeTaker> = false;
      for (const take of [...this.#takers]) answer ||= take(outcome);
      if (answer === false && isKeptAnyway) answer = true;
      if (typeof answer === 'boolean' || typeof answer === 'function') {
        if (answer !== false) keep?.();
        if (typeof answer === 'function') answer();
        return answer !== false;
      }
      await answer;
      if (!stillCounts()) return null;
    }
  }

  /** Nobody waits any more. */
  dispose(reason: Error): void {
    for (const fail of this.#waiting) fail(reason);
    this.#waiting.clear();
    this.#takers.clear();
  }
}

/** How proposals are used. */
export interface ProposingOptions {
  /** A proposal's pairing ends with it, and a session that nobody waits for is ended at the wallet. Default `false`: both stay. */
  readonly isOneOff?: boolean;
}

const METHOD = 'wc_sessionPropose';

/** A page that learns so late that a proposal has expired was asleep, in milliseconds. */
const ASLEEP_MS = 2_000;
/** How long what its wallet has sent meanwhile may take from the relay to here, in seconds. */
const GRACE_PERIOD_S = 15;

/**
 * The app's side of proposals, from the URI to the settled session. They are stored, so that a page that was closed in between goes on where
 * it stopped. A session that a wallet settles is handed to who waits for it in the same moment.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class Proposing {
  readonly #context: RequesterContext;
  readonly #pairings: ProposalPairings;
  readonly #isOneOff: boolean;
  readonly #outcomes = new Outcomes();
  /** Ids that this page waits for. */
  readonly #pending = new Set<number>();
  /** All ids that this page has taken up: what is stored of the others an earlier page has left. */
  readonly #taken = new Set<number>();
  /** Ids of proposals that expired while the page was asleep, and whose wallets get a moment more. */
  readonly #inGracePeriod = new Set<number>();

  constructor(context: RequesterContext, pairings: ProposalPairings, { isOneOff = false }: ProposingOptions = {}) {
    const { calls, expiries, life, tidy } = context;
    this.#context = context;
    this.#pairings = pairings;
    this.#isOneOff = isOneOff;
    calls.takeAnswers((topic, response) => this.#answered(topic, response));
    calls.handle('wc_sessionSettle', (call) => this.#settled(call));
    expiries.on('proposal', (id) => void tidy(this.#expire(id)));
    onAbort(life, () => this.#outcomes.dispose(life.reason));
  }

  /** Offers outcomes to a taker from now on, until the returned function is called. */
  follow(taker: OutcomeTaker): () => void {
    return this.#outcomes.follow(taker);
  }

  /** Who waits for what comes of proposals. */
  get outcomes(): Outcomes {
    return this.#outcomes;
  }

  /**
   * Publishes a proposal, on a pairing of its own unless one is named that serves already.
   * @throws LatchkeyError `relay/…`
   */
  async propose(input: ProposeInput, signal: AbortSignal): Promise<ShownProposal> {
    const { relay, calls, tables, expiries, clock, metadata, tidy, life } = this.#context;
    const active = input.pairingTopic === undefined ? null : this.#pairings.get(input.pairingTopic);
    const isShared = active?.active === true;
    // Before it is published: a relay that takes its time must not make a URI look fresher than it is.
    const expiresAt = pairingExpiry(clock.now());
    const expiryTimestamp = Math.floor(clock.now() / 1_000) + PROPOSAL_EXPIRY_S;
    const { pairing, uri } = input.pairing ?? (isShared ? { pairing: active, uri: '' } : await this.#pairings.make());
    const { id = calls.newId(), requiredNamespaces = {}, optionalNamespaces = {}, relays = [{ protocol: RELAY_PROTOCOL }] } = input;
    const { topic } = pairing;
    const proposer = { publicKey: await relay.keyChain.createKeyPair(), metadata: metadata() };
    const asked = {
      id,
      pairingTopic: topic,
      expiryTimestamp,
      relays,
      proposer,
      requiredNamespaces,
      optionalNamespaces,
      ...readProperties(input),
    };
    const proposal: Proposal = { ...asked, isOwn: true };
    try {
      this.#take(id);
      // A store of the host may fail: the next page knows nothing of it then.
      await tidy(tables.proposals.set(id, proposal));
      expiries.set({ kind: 'proposal', key: id, expiry: expiryTimestamp });
      // Both at once: what a wallet answers before this party is heard waits at the relay.
      await Promise.all([relay.subscribe([topic], signal), calls.tell({ id, topic, method: METHOD, params: asked }, signal)]);
      if (this.#isOneOff) await tidy(tables.proposals.change(id, { isShown: true }));
    } catch (error) {
      this.#pending.delete(id);
      // A client that ends leaves it to the next page.
      if (life.aborted) throw error;
      await tidy(this.#forget(proposal));
      if (!isShared && input.pairing === undefined) await tidy(this.#pairings.remove(topic));
      throw error;
    }
    return { id, uri, expiresAt };
  }

  /** Takes a proposal back without a word. */
  async withdraw(id: number): Promise<void> {
    const proposal = this.#get(id);
    this.#pending.delete(id);
    if (proposal !== null) await this.#forget(proposal);
  }

  /**
   * Takes up the proposals that an earlier page left, the newest first, and forgets those that are over. Their wallets' answers may wait
   * at the relay: whoever calls this subscribes to the topics.
   * @param claim called with each id before its wallet can be heard
   */
  async restore(claim: (id: number) => void = () => undefined): Promise<readonly LeftProposal[]> {
    const { tables, expiries, tidy } = this.#context;
    const left: LeftProposal[] = [];
    for (const proposal of await this.sweep()) {
      const { id, pairingTopic, expiryTimestamp, sessionTopic } = proposal;
      // While the one before it was taken up, this one may have been. Of one that was on its way to the relay no wallet knows.
      const isUnknown = this.#isOneOff && sessionTopic === undefined && proposal.isShown !== true;
      if (this.#taken.has(id) || isUnknown) continue;
      claim(id);
      this.#taken.add(id);
      const session = sessionTopic === undefined ? null : tables.sessions.get(sessionTopic);
      if (session !== null) {
        // The page was closed between the settlement and its use.
        if ((await this.#outcomes.offer({ id, session }, { isKeptAnyway: !this.#isOneOff })) === true)
          await tidy(this.#forget(withoutSession(proposal)));
        else this.#taken.delete(id);
        continue;
      }
      this.#pending.add(id);
      expiries.set({ kind: 'proposal', key: id, expiry: expiryTimestamp });
      const uri = (await this.#pairings.uriOf(pairingTopic, expiryTimestamp)) ?? '';
      const expiresAt = (expiryTimestamp - PROPOSAL_EXPIRY_S) * 1_000 + PAIRING_VALIDITY_MS;
      left.push({ id, uri, expiresAt, topics: sessionTopic === undefined ? [pairingTopic] : [pairingTopic, sessionTopic] });
    }
    return left;
  }

  /**
   * Leaves proposals that were taken up, and that no wallet has settled, to the next {@link restore}. What their wallets answer until then
   * waits at the relay.
   */
  async leave(ids: readonly number[]): Promise<void> {
    const { relay, expiries } = this.#context;
    const topics: string[] = [];
    for (const id of ids) {
      const proposal = this.#get(id);
      if (proposal === null) continue;
      this.#pending.delete(id);
      this.#taken.delete(id);
      expiries.drop({ kind: 'proposal', key: id });
      topics.push(proposal.pairingTopic, ...(proposal.sessionTopic === undefined ? [] : [proposal.sessionTopic]));
    }
    if (topics.length > 0) await relay.unsubscribe(topics);
  }

  /** Forgets the proposals of earlier pages that are over, and gives the others, the newest first. */
  async sweep(): Promise<readonly Proposal[]> {
    const { tables, clock, relay, tidy } = this.#context;
    const left: Proposal[] = [];
    for (const proposal of [...tables.proposals.all()].sort((a, b) => b.id - a.id)) {
      if (!proposal.isOwn || this.#taken.has(proposal.id)) continue;
      if (!isOver(proposal.expiryTimestamp, clock.now()) && (await relay.keyChain.hasKey(proposal.sessionTopic ?? proposal.pairingTopic)))
        left.push(proposal);
      else {
        // Nobody waits for the relay to let it go.
        this.#taken.add(proposal.id);
        const isSettled = tables.sessions.get(proposal.sessionTopic ?? '') !== null;
        void tidy(this.#forget(isSettled ? withoutSession(proposal) : proposal));
      }
    }
    return left;
  }

  /** `null` when it answers no proposal. */
  async #answered(topic: string, response: RpcResponse): Promise<Rest | null> {
    const { id } = response;
    const proposal = this.#get(id);
    if (proposal === null || proposal.pairingTopic !== topic) return null;
    await this.#pairings.activate(topic);
    if (isRpcFailure(response)) return this.#fail(proposal, new PeerError(response.error));
    const { relay, tables, deleted, life, tidy } = this.#context;
    const peerPublicKey = readResponderKey(response.result);
    const sessionTopic = peerPublicKey && (await agreedTopic(relay.keyChain, { publicKey: proposal.proposer.publicKey, peerPublicKey }));
    if (sessionTopic === null) return this.#fail(proposal, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    // It expired meanwhile, was settled, or its session ended: an answer that is delivered again comes beside the settlement.
    if (!this.#pending.has(id) || deleted.of(sessionTopic) === 'session')
      return async () => (tables.sessions.get(sessionTopic) === null ? this.#declineSession(sessionTopic) : undefined);
    await tidy(tables.proposals.change(id, { sessionTopic }));
    // The topic stays wanted also where the relay cannot be told now.
    relay.subscribe([sessionTopic], life).catch(() => undefined);
    const former = proposal.sessionTopic;
    return async () => (former === undefined || former === sessionTopic ? undefined : this.#declineSession(former));
  }

  /** It is answered, whatever it belongs to. */
  async #settled({ topic, params }: IncomingCall): Promise<Handled> {
    const { tables, clock, metadata, expiries, events, tidy } = this.#context;
    const accepted: Handled = { answer: { result: true }, isRepeatable: true };
    if (tables.sessions.get(topic) !== null) return accepted;
    // Accepted and ended at once, as every wallet knows it: a refusal removes the session without a word from some of them, and a
    // refusal beside a deletion breaks others.
    const end: Handled = { ...accepted, rest: () => this.#endSession(topic) };
    const found = tables.proposals.all().find(({ id, sessionTopic }) => sessionTopic === topic && this.#pending.has(id));
    if (found === undefined) return this.#isPairing(topic) ? { answer: { error: PEER_ERRORS.invalidSettle } } : end;
    // The session's topic is looked after by who takes the session, or by its end.
    const proposal = withoutSession(found);
    const self = { publicKey: proposal.proposer.publicKey, metadata: metadata() };
    const settled = settle({ proposal, topic, self, params, nowMs: clock.now() });
    if (settled === null) {
      const forget = this.#fail(proposal, new LatchkeyError('wallet/invalid-response', { method: 'wc_sessionSettle' }));
      return { answer: { error: PEER_ERRORS.invalidSettle }, rest: () => Promise.all([forget(), forgetTopic(this.#context, topic)]) };
    }
    const session: ProtocolSession = { ...settled, transportType: 'relay' };
    let kept = Promise.resolve();
    const keep = (): void => {
      this.#pending.delete(found.id);
      expiries.set({ kind: 'session', key: topic, expiry: session.expiry });
      kept = tidy(tables.sessions.set(topic, session));
    };
    const stillCounts = (): boolean => this.#get(found.id)?.sessionTopic === topic;
    const isTaken = await this.#outcomes.offer({ id: found.id, session }, { stillCounts, keep, isKeptAnyway: !this.#isOneOff });
    // It ended, or the wallet settled another one, while this one waited for somebody.
    if (isTaken === null) return { answer: null };
    this.#pending.delete(found.id);
    if (!isTaken) return { ...end, rest: () => Promise.all([this.#forget(proposal), this.#endSession(topic)]) };
    await kept;
    events.emit('session_connect', { session });
    // Not before the answer: a page that is closed meanwhile finds the proposal, and with it the session.
    return { ...accepted, rest: () => this.#conclude(proposal, session) };
  }

  async #conclude(proposal: Proposal, session: ProtocolSession): Promise<void> {
    // A client that ends leaves it to the next page.
    if (this.#context.life.aborted) return;
    await this.#forget(proposal);
    if (!this.#isOneOff) await this.#pairings.serve(session);
  }

  async #expire(id: number): Promise<void> {
    // One that was settled has a session, also while its record is still there.
    const proposal = this.#get(id);
    if (proposal === null || this.#getsGracePeriod(proposal)) return;
    await this.#fail(proposal, new LatchkeyError('pairing/expired', {}))();
    this.#context.events.emit('proposal_expire', { id });
  }

  /** Whether an expired proposal gets a little more time: once, and only where the page was asleep, for its wallet may have approved before. */
  #getsGracePeriod({ id, expiryTimestamp }: Proposal): boolean {
    const { clock, expiries } = this.#context;
    if (this.#inGracePeriod.delete(id) || clock.now() - expiryTimestamp * 1_000 <= ASLEEP_MS) return false;
    this.#inGracePeriod.add(id);
    expiries.set({ kind: 'proposal', key: id, expiry: Math.ceil(clock.now() / 1_000) + GRACE_PERIOD_S });
    return true;
  }

  /** Ends a proposal with an error. */
  #fail(proposal: Proposal, error: Error): Rest {
    if (this.#pending.has(proposal.id)) {
      this.#pending.delete(proposal.id);
      void this.#outcomes.offer({ id: proposal.id, error });
    }
    return () => this.#forget(proposal);
  }

  /** Ends a session that the wallet has settled and that is of no use here. @throws LatchkeyError `relay/…` */
  async #endSession(topic: string): Promise<void> {
    const { calls, life } = this.#context;
    await calls.tell({ topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected }, life);
    await forgetTopic(this.#context, topic);
  }

  /** Ends a session that the wallet may have settled. One that cannot be notified keeps a session that leads nowhere until it expires. */
  async #declineSession(topic: string): Promise<void> {
    const { calls, life } = this.#context;
    await calls.tell({ topic, method: 'wc_sessionDelete', params: PEER_ERRORS.userDisconnected }, life).catch(() => undefined);
    await forgetTopic(this.#context, topic);
  }

  #take(id: number): void {
    this.#taken.add(id);
    this.#pending.add(id);
  }

  /** A proposal that this page waits for. */
  #get(id: number): Proposal | null {
    return this.#pending.has(id) ? this.#context.tables.proposals.get(id) : null;
  }

  /** Whether it is a pairing's: that of a proposal need not be stored, and one that ends has its key until its peer was told. */
  #isPairing(topic: string): boolean {
    const { tables, deleted } = this.#context;
    if (tables.pairings.get(topic) !== null || deleted.of(topic) === 'pairing') return true;
    return tables.proposals.all().some(({ pairingTopic }) => pairingTopic === topic);
  }

  /** Forgets what there was of a proposal, and ends at the wallet the session that it did not become. The record goes last. */
  async #forget({ id, pairingTopic, proposer, sessionTopic }: Proposal): Promise<void> {
    const { relay, tables, expiries, deleted } = this.#context;
    expiries.drop({ kind: 'proposal', key: id });
    deleted.remember(id, 'proposal');
    if (sessionTopic !== undefined) await this.#declineSession(sessionTopic);
    const pairing = this.#isOneOff ? this.#pairings.remove(pairingTopic) : undefined;
    await Promise.all([pairing, relay.keyChain.deleteKeys(proposer.publicKey)]);
    await tables.proposals.remove(id);
  }
}
