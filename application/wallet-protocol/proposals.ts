import type { Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isRpcFailure, type RpcErrorObject, type RpcRequest, type RpcResponse } from '../../domain/wallet-protocol/json-rpc.js';
import { PAIRING_VALIDITY_MS, PROPOSAL_EXPIRY_S, pairingExpiry } from '../../domain/wallet-protocol/pairing-clock.js';
import { formatPairingUri } from '../../domain/wallet-protocol/pairing-uri.js';
import { PEER_ERRORS, refusalOf } from '../../domain/wallet-protocol/peer-error-codes.js';
import { PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { PeerMetadata, PendingProposal, ProposalNamespaces, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import { readResponderKey, settle } from '../../domain/wallet-protocol/settlement.js';
import { walletProtocolError } from '../../domain/wallet-protocol/wallet-protocol-error.js';
import type { Clock } from '../ports/clock.port.js';
import type { Relay } from '../ports/relay.port.js';
import type { PeerCalls } from './peer-calls.js';
import type { ProtocolRecords } from './protocol-records.js';
import type { Tidy } from './tidy.js';

/** A proposal that a wallet can take up by its URI. */
export interface ShownProposal {
  readonly id: number;
  /** Secret: it holds the pairing's key. */
  readonly uri: string;
  /** When the URI is no longer valid, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How a proposal ended. */
export type ProposalOutcome = { readonly id: number } & ({ readonly session: ProtocolSession } | { readonly error: Error });

/**
 * Takes an outcome over: `true` when it is theirs. A promise asks the wallet to wait: once it resolves the outcome is offered
 * again to whoever is there then.
 */
export type OutcomeTaker = (outcome: ProposalOutcome) => boolean | Promise<void>;

/** What is left to do for a message when the next one may be taken up; the message has been dealt with when it is done. */
export type Rest = () => Promise<unknown>;

interface Pending {
  readonly proposal: PendingProposal;
  readonly expiring: Subscription;
}

/** What a proposal asks. */
export interface ProposalRequest {
  readonly optionalNamespaces: ProposalNamespaces;
  readonly requiredNamespaces?: ProposalNamespaces;
  readonly metadata: PeerMetadata;
}

const METHOD = 'wc_sessionPropose';
const DELIVERY = PROTOCOL_METHODS.wc_sessionSettle;

/**
 * The proposals that wait for a wallet, from the URI to the settled session. They are stored, so that a page that was
 * closed in between goes on where it stopped. A session that a wallet settles is handed to who waits for it in the same
 * moment, or ended at the wallet: there is nothing between the two.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class Proposals {
  readonly #relay: Relay;
  readonly #records: ProtocolRecords;
  readonly #calls: PeerCalls;
  readonly #clock: Clock;
  readonly #life: AbortSignal;
  readonly #tidy: Tidy;
  readonly #pending = new Map<number, Pending>();
  /** Ids of all proposals that this page has taken up: what is stored of the others an earlier page has left. */
  readonly #known = new Set<number>();
  readonly #takers = new Set<OutcomeTaker>();

  constructor(relay: Relay, records: ProtocolRecords, calls: PeerCalls, clock: Clock, life: AbortSignal, tidy: Tidy) {
    this.#relay = relay;
    this.#records = records;
    this.#calls = calls;
    this.#clock = clock;
    this.#life = life;
    this.#tidy = tidy;
  }

  /** Offers outcomes to a taker from now on, until the returned function is called. A session that nobody takes is ended. */
  follow(taker: OutcomeTaker): () => void {
    this.#takers.add(taker);
    return () => this.#takers.delete(taker);
  }

  /**
   * Makes a pairing and publishes a proposal on it.
   * @throws LatchkeyError `relay/…`
   */
  async propose({ metadata, optionalNamespaces, requiredNamespaces = {} }: ProposalRequest, signal: AbortSignal): Promise<ShownProposal> {
    const { topic: pairingTopic, symKey } = await this.#relay.createSymKey();
    const publicKey = await this.#relay.createKeyPair();
    // Before it is published: a relay that takes its time must not make a URI look fresher than it is.
    const expiresAt = pairingExpiry(this.#clock.now());
    const expiry = this.#seconds() + PROPOSAL_EXPIRY_S;
    const id = this.#calls.newId();
    const proposal: PendingProposal = { id, pairingTopic, publicKey, requiredNamespaces, optionalNamespaces, expiry };
    const message: RpcRequest = {
      id,
      jsonrpc: '2.0',
      method: METHOD,
      params: {
        id,
        requiredNamespaces,
        optionalNamespaces,
        relays: [{ protocol: 'irn' }],
        proposer: { publicKey, metadata },
        expiryTimestamp: expiry,
        pairingTopic,
      },
    };
    try {
      this.#keep(proposal);
      await this.#records.saveProposal(proposal);
      await this.#relay.subscribe([pairingTopic], signal);
      await this.#relay.publish({ topic: pairingTopic, message, delivery: PROTOCOL_METHODS[METHOD].request }, signal);
    } catch (error) {
      this.#end(proposal.id);
      await this.#tidy(this.#forget(proposal));
      throw error;
    }
    return { id, uri: formatPairingUri({ topic: pairingTopic, symKey, expiry, methods: [] }), expiresAt };
  }

  /**
   * Takes up the proposals that an earlier page left, the newest first. Their wallets' answers may wait at the relay.
   * @param claim called with each id before its wallet can be heard
   */
  async restore(claim: (id: number) => void, signal: AbortSignal): Promise<readonly ShownProposal[]> {
    const left = await this.sweep();
    const sessions = await this.#records.sessions();
    const shown: ShownProposal[] = [];
    for (const { proposal, symKey } of left) {
      const { id, pairingTopic: topic, expiry, sessionTopic } = proposal;
      claim(id);
      const session = sessions.find((stored) => stored.topic === sessionTopic);
      if (session !== undefined) {
        // The page was closed between the settlement and its use.
        if ((await this.#offer({ id, session })) === true) await this.#forget(withoutSession(proposal));
        continue;
      }
      this.#keep(proposal);
      await this.#relay.subscribe(sessionTopic === undefined ? [topic] : [topic, sessionTopic], signal);
      const expiresAt = (expiry - PROPOSAL_EXPIRY_S) * 1_000 + PAIRING_VALIDITY_MS;
      shown.push({ id, uri: formatPairingUri({ topic, symKey, expiry, methods: [] }), expiresAt });
    }
    return shown;
  }

  /** Forgets the proposals of earlier pages that are over, where nobody waits for it. */
  clear(): void {
    void this.#tidy(this.sweep());
  }

  /** Forgets the proposals of earlier pages that are over, and gives the others with their keys, the newest first. */
  async sweep(): Promise<readonly { readonly proposal: PendingProposal; readonly symKey: string }[]> {
    const stored = [...(await this.#records.proposals())].sort((a, b) => b.id - a.id);
    const sessions = new Set((await this.#records.sessions()).map(({ topic }) => topic));
    const left: { readonly proposal: PendingProposal; readonly symKey: string }[] = [];
    for (const proposal of stored) {
      if (this.#known.has(proposal.id)) continue;
      const symKey = proposal.expiry > this.#seconds() ? await this.#relay.symKeyOf(proposal.pairingTopic) : null;
      if (symKey !== null) left.push({ proposal, symKey });
      else await this.#forget(sessions.has(proposal.sessionTopic ?? '') ? withoutSession(proposal) : proposal);
    }
    return left;
  }

  /** Stops all timers; what is stored stays. */
  dispose(): void {
    for (const { expiring } of this.#pending.values()) expiring.unsubscribe();
    this.#takers.clear();
  }

  /** Takes a wallet's answer to a proposal; `null` when it answers none. */
  async answered(topic: string, response: RpcResponse): Promise<Rest | null> {
    const proposal = this.#pending.get(response.id)?.proposal;
    if (proposal === undefined || proposal.pairingTopic !== topic) return null;
    if (isRpcFailure(response)) return this.#fail(proposal, refused(response.error));
    const peerPublicKey = readResponderKey(response.result);
    if (peerPublicKey === null) return this.#fail(proposal, new LatchkeyError('wallet/invalid-response', { method: METHOD }));
    const sessionTopic = await this.#relay.agreeOnKey({ publicKey: proposal.publicKey, peerPublicKey });
    // It expired meanwhile.
    if (!this.#pending.has(proposal.id)) return () => this.#decline(sessionTopic);
    const agreed = { ...proposal, sessionTopic };
    this.#keep(agreed);
    await this.#records.saveProposal(agreed);
    // The topic stays wanted also where the relay cannot be told now.
    this.#relay.subscribe([sessionTopic], this.#life).catch(() => undefined);
    const former = proposal.sessionTopic;
    return async () => (former === undefined || former === sessionTopic ? undefined : this.#decline(former));
  }

  /** Takes a wallet's settlement on a topic without a session. The wallet is answered, whatever it belongs to. */
  async settled(topic: string, { id, params }: RpcRequest, metadata: PeerMetadata): Promise<Rest> {
    const reply = (answer: { readonly result: true } | { readonly error: RpcErrorObject }): Promise<void> =>
      this.#calls.reply(topic, id, DELIVERY.response, answer, this.#life);
    // Accepted and ended at once, as every wallet knows it: a refusal removes the session without a word from some of them, and a
    // refusal beside a deletion breaks others.
    const end: Rest = async () => {
      await reply({ result: true });
      await this.#calls.endSession(topic, this.#life);
      await this.#forgetTopics(topic);
    };
    const found = [...this.#pending.values()].find(({ proposal }) => proposal.sessionTopic === topic);
    if (found === undefined) return end;
    // From here on the session's topic is looked after by who takes the session, or by its end.
    const proposal = withoutSession(found.proposal);
    const self = { publicKey: proposal.publicKey, metadata };
    const session = settle({ proposal, topic, self, params, nowMs: this.#clock.now() });
    if (session === null) {
      const forget = this.#fail(proposal, new LatchkeyError('wallet/invalid-response', { method: 'wc_sessionSettle' }));
      return async () => {
        await reply({ error: PEER_ERRORS.invalidSettle });
        await Promise.all([forget(), this.#forgetTopics(topic)]);
      };
    }
    const isTaken = await this.#offer({ id: proposal.id, session });
    // It ended, or the wallet settled another one, while this one waited for somebody.
    if (isTaken === null) return async () => undefined;
    if (isTaken) await this.#records.saveSession(session);
    if (!isTaken) return () => Promise.all([this.#forget(proposal), end()]);
    return async () => {
      await reply({ result: true });
      // Not before: a page that is closed meanwhile finds the proposal, and with it the session.
      await this.#forget(proposal);
    };
  }

  #keep(proposal: PendingProposal): void {
    this.#pending.get(proposal.id)?.expiring.unsubscribe();
    const expire = (): void => void this.#tidy(this.#fail(proposal, walletProtocolError('pairing/expired', {}))());
    const expiring = this.#clock.scheduler.schedule(expire, Math.max(0, proposal.expiry * 1_000 - this.#clock.now()));
    this.#known.add(proposal.id);
    this.#pending.set(proposal.id, { proposal, expiring });
  }

  /** Ends a proposal with an error. */
  #fail(proposal: PendingProposal, error: Error): Rest {
    if (this.#pending.has(proposal.id)) void this.#offer({ id: proposal.id, error });
    return () => this.#forget(proposal);
  }

  /** Ends a proposal: whether somebody took its outcome over, in the same moment unless they asked for time. */
  async #offer(outcome: ProposalOutcome): Promise<boolean | null> {
    for (;;) {
      let answer: ReturnType<OutcomeTaker> = false;
      for (const take of [...this.#takers]) answer ||= take(outcome);
      if (typeof answer === 'boolean') {
        this.#end(outcome.id);
        return answer;
      }
      await answer;
      const topic = this.#pending.get(outcome.id)?.proposal.sessionTopic;
      if (!('session' in outcome) || topic !== outcome.session.topic) return null;
    }
  }

  #end(id: number): void {
    this.#pending.get(id)?.expiring.unsubscribe();
    this.#pending.delete(id);
  }

  /** Forgets what there was of a proposal, and ends at the wallet the session that it did not become. */
  async #forget({ id, pairingTopic, publicKey, sessionTopic }: PendingProposal): Promise<void> {
    if (sessionTopic !== undefined) await this.#decline(sessionTopic);
    await this.#forgetTopics(pairingTopic, publicKey);
    await this.#records.removeProposal(id);
  }

  /** Ends at the wallet a session that it may have settled, and that nobody here wants. */
  async #decline(topic: string): Promise<void> {
    // One that cannot be told keeps a session that leads nowhere until it expires.
    await this.#calls.endSession(topic, this.#life).catch(() => undefined);
    await this.#forgetTopics(topic);
  }

  async #forgetTopics(topic: string, ...keys: readonly string[]): Promise<void> {
    await this.#relay.unsubscribe([topic]);
    await this.#relay.deleteKeys(topic, ...keys);
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000);
  }
}

/** For a proposal whose session is looked after by somebody else. */
const withoutSession = ({ sessionTopic: _, ...proposal }: PendingProposal): PendingProposal => proposal;

const refused = ({ code, message }: RpcErrorObject): Error => {
  const refusal = refusalOf(code);
  const cause = new Error(message);
  if (refusal === 'rejected') return new LatchkeyError('wallet/rejected', { method: METHOD }, { cause });
  if (refusal === 'unsupported') return walletProtocolError('wallet-protocol/unsupported-chains', { detail: message }, cause);
  return new LatchkeyError('wallet/request-failed', { method: METHOD, rpcCode: code }, { cause });
};
