import { Subject, type Subscription } from 'rxjs';
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
 * closed in between goes on where it stopped. One that nobody waits for any more is answered truthfully when a wallet
 * takes it up late.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export class Proposals {
  readonly #relay: Relay;
  readonly #records: ProtocolRecords;
  readonly #calls: PeerCalls;
  readonly #clock: Clock;
  readonly #life: AbortSignal;
  readonly #pending = new Map<number, Pending>();
  readonly #abandoned = new Set<number>();
  readonly #outcomes = new Subject<ProposalOutcome>();
  /** Hot: how each proposal ends. */
  readonly outcomes$ = this.#outcomes.asObservable();

  constructor(relay: Relay, records: ProtocolRecords, calls: PeerCalls, clock: Clock, life: AbortSignal) {
    this.#relay = relay;
    this.#records = records;
    this.#calls = calls;
    this.#clock = clock;
    this.#life = life;
  }

  /**
   * Makes a pairing and publishes a proposal on it.
   * @throws LatchkeyError `relay/…`
   */
  async propose({ metadata, optionalNamespaces, requiredNamespaces = {} }: ProposalRequest, signal: AbortSignal): Promise<ShownProposal> {
    const { topic: pairingTopic, symKey } = await this.#relay.createSymKey();
    const publicKey = await this.#relay.createKeyPair();
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
      await this.#drop(proposal);
      throw error;
    }
    return { id, uri: formatPairingUri({ topic: pairingTopic, symKey, expiry, methods: [] }), expiresAt: pairingExpiry(this.#clock.now()) };
  }

  /** Takes up the proposals that an earlier page left, the newest first. Their wallets' answers may wait at the relay. */
  async restore(signal: AbortSignal): Promise<readonly ShownProposal[]> {
    const stored = [...(await this.#records.proposals())].sort((a, b) => b.id - a.id);
    const shown: ShownProposal[] = [];
    for (const proposal of stored) {
      if (this.#pending.has(proposal.id)) continue;
      const symKey = proposal.expiry > this.#seconds() ? await this.#relay.symKeyOf(proposal.pairingTopic) : null;
      if (symKey === null) {
        await this.#drop(proposal);
        continue;
      }
      this.#keep(proposal);
      const { id, pairingTopic: topic, expiry, sessionTopic } = proposal;
      await this.#relay.subscribe(sessionTopic === undefined ? [topic] : [topic, sessionTopic], signal);
      const expiresAt = (expiry - PROPOSAL_EXPIRY_S) * 1_000 + PAIRING_VALIDITY_MS;
      shown.push({ id, uri: formatPairingUri({ topic, symKey, expiry, methods: [] }), expiresAt });
    }
    return shown;
  }

  /** Stops all timers; what is stored stays. */
  dispose(): void {
    for (const { expiring } of this.#pending.values()) expiring.unsubscribe();
    this.#outcomes.complete();
  }

  /** Nobody waits for these any more. A wallet that takes one up late is told so. */
  abandon(ids: Iterable<number>): void {
    for (const id of ids) if (this.#pending.has(id)) this.#abandoned.add(id);
  }

  /** Takes a wallet's answer to a proposal; false when it answers none. */
  async answered(topic: string, response: RpcResponse): Promise<boolean> {
    const proposal = this.#pending.get(response.id)?.proposal;
    if (proposal === undefined || proposal.pairingTopic !== topic) return false;
    if (isRpcFailure(response)) {
      await this.#end(proposal, { error: refused(response.error) });
      return true;
    }
    const peerPublicKey = readResponderKey(response.result);
    if (peerPublicKey === null) {
      await this.#end(proposal, { error: new LatchkeyError('wallet/invalid-response', { method: METHOD }) });
      return true;
    }
    const sessionTopic = await this.#relay.agreeOnKey({ publicKey: proposal.publicKey, peerPublicKey });
    const agreed = { ...proposal, sessionTopic };
    this.#keep(agreed);
    await this.#records.saveProposal(agreed);
    await this.#relay.subscribe([sessionTopic], this.#life);
    return true;
  }

  /** Takes a wallet's settlement; false when it belongs to no proposal. The wallet is answered either way. */
  async settled(topic: string, { id, params }: RpcRequest, metadata: PeerMetadata): Promise<boolean> {
    const proposal = [...this.#pending.values()].map((pending) => pending.proposal).find(({ sessionTopic }) => sessionTopic === topic);
    if (proposal === undefined) return false;
    const refuse = (error: RpcErrorObject): Promise<void> => this.#calls.reply(topic, id, DELIVERY.response, { error }, this.#life);
    if (this.#abandoned.has(proposal.id)) {
      await refuse(PEER_ERRORS.userDisconnected);
      await this.#drop(proposal, topic);
      return true;
    }
    const self = { publicKey: proposal.publicKey, metadata };
    const session = settle({ proposal, topic, self, params, nowMs: this.#clock.now() });
    if (session === null) {
      await refuse(PEER_ERRORS.invalidSettle);
      await this.#end(proposal, { error: new LatchkeyError('wallet/invalid-response', { method: 'wc_sessionSettle' }) }, topic);
      return true;
    }
    await this.#records.saveSession(session);
    await this.#calls.reply(topic, id, DELIVERY.response, { result: true }, this.#life);
    await this.#end(proposal, { session });
    return true;
  }

  #keep(proposal: PendingProposal): void {
    this.#pending.get(proposal.id)?.expiring.unsubscribe();
    const expire = (): void => void this.#end(proposal, { error: walletProtocolError('pairing/expired', {}) });
    const expiring = this.#clock.scheduler.schedule(expire, Math.max(0, proposal.expiry * 1_000 - this.#clock.now()));
    this.#pending.set(proposal.id, { proposal, expiring });
  }

  async #end(
    proposal: PendingProposal,
    how: { readonly session: ProtocolSession } | { readonly error: Error },
    topic?: string,
  ): Promise<void> {
    if (!this.#pending.has(proposal.id)) return;
    await this.#drop(proposal, topic);
    this.#outcomes.next({ id: proposal.id, ...how });
  }

  /** Forgets a proposal; with a topic also the session that it did not become. */
  async #drop(proposal: PendingProposal, topic?: string): Promise<void> {
    const { id, pairingTopic, publicKey } = proposal;
    this.#pending.get(id)?.expiring.unsubscribe();
    this.#pending.delete(id);
    this.#abandoned.delete(id);
    const topics = topic === undefined ? [pairingTopic] : [pairingTopic, topic];
    await this.#relay.unsubscribe(topics);
    await this.#relay.deleteKeys(...topics, publicKey);
    await this.#records.removeProposal(id);
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000);
  }
}

const refused = ({ code, message }: RpcErrorObject): Error => {
  const refusal = refusalOf(code);
  const cause = new Error(message);
  if (refusal === 'rejected') return new LatchkeyError('wallet/rejected', { method: METHOD }, { cause });
  if (refusal === 'unsupported') return walletProtocolError('wallet-protocol/unsupported-chains', { detail: message }, cause);
  return new LatchkeyError('wallet/request-failed', { method: METHOD, rpcCode: code }, { cause });
};
