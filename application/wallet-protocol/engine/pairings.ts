import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { Pairing } from '../../../domain/wallet-protocol/pairing.js';
import { formatPairingUri, parsePairingUri, RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import { isExpired } from '../../../domain/wallet-protocol/primitives.js';
import { type ProtocolFault, paramsFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import { toRpcError } from '../../../domain/wallet-protocol/rpc-error.js';
import { occupiedTopicFault, pairFault, repeatedPairFault } from '../../../domain/wallet-protocol/rules/pair-rule.js';
import { pairingTopicFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { expiryEventsOf } from '../../../domain/wallet-protocol/state/expiry-table.js';
import type { CallOutcome, IncomingCall } from './calls.js';
import { type EngineContext, forgetTopic } from './engine-context.js';
import { ValidationContexts } from './validation-contexts.js';

/** Lifetime of a pairing from its creation, and from each activity of the peer, in seconds. */
export const PAIRING_EXPIRY_S = 300;

/** A new pairing and its URI. */
export interface NewPairing {
  readonly pairing: Pairing;
  /** Secret: contains the pairing's symmetric key. */
  readonly uri: string;
}

export interface PairingInput {
  /** Methods in the URI; default none. */
  readonly methods?: readonly string[];
}

/** A pairing URI of another party. */
export interface PairInput {
  readonly uri: string;
  /** Activates the pairing immediately. Default `false` */
  readonly activatePairing?: boolean;
}

/**
 * Pairings: created by the party that displays a URI, joined by the party that scans it. They expire after minutes, and a deletion is sent to
 * the peer.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class Pairings {
  readonly #context: EngineContext;
  readonly #validation: ValidationContexts;
  readonly #joinListeners: ((topic: string) => void)[] = [];

  constructor(context: EngineContext) {
    const { calls, expiries } = context;
    this.#context = context;
    this.#validation = new ValidationContexts(context);
    expiries.on('pairing', (topic) => void context.bestEffort(this.#expire(topic)));
    calls.handle('wc_pairingPing', async (call) => this.#onPing(call));
    calls.handle('wc_pairingDelete', async (call) => this.#onDelete(call));
  }

  /** Calls the listener with the topic of each joined pairing, and again if its URI is scanned again before a session is settled. */
  onJoined(listener: (topic: string) => void): void {
    this.#joinListeners.push(listener);
  }

  get(topic: string): Pairing | null {
    return this.#context.tables.pairings.get(topic);
  }

  all(): readonly Pairing[] {
    return this.#context.tables.pairings.all();
  }

  /**
   * Creates a pairing and subscribes to its topic.
   * @throws LatchkeyError `relay/…`
   */
  async create(input: PairingInput, signal: AbortSignal): Promise<NewPairing> {
    const created = await this.make(input);
    try {
      await this.#context.relay.subscribe([created.pairing.topic], signal);
    } catch (error) {
      await this.#context.bestEffort(this.remove(created.pairing.topic));
      throw error;
    }
    return created;
  }

  /** Creates a pairing. The caller subscribes to its topic. */
  async make({ methods = [] }: PairingInput = {}): Promise<NewPairing> {
    const { topic, symKey } = await this.#context.relay.keyChain.createSymKey();
    const expiry = this.#newExpiry();
    const pairing: Pairing = { topic, expiry, relay: { protocol: RELAY_PROTOCOL }, active: false, methods };
    await this.#store(pairing);
    this.#context.events.emit('pairing_create', { topic });
    return { pairing, uri: formatPairingUri({ topic, symKey, expiry, methods }) };
  }

  /** Returns the URI of a pairing; `null` if its key is gone. */
  async uriOf(topic: string): Promise<string | null> {
    const pairing = this.get(topic);
    const symKey = pairing === null ? null : await this.#context.relay.keyChain.symKeyOf(topic);
    if (pairing === null || symKey === null) return null;
    return formatPairingUri({ topic, symKey, expiry: pairing.expiry, methods: pairing.methods ?? [] });
  }

  /**
   * Joins the pairing of a URI. While the relay is unreachable, its messages wait in the mailbox.
   * @throws LatchkeyError `wallet-protocol/missing-or-invalid`, `wallet-protocol/expired`, `pairing/already-exists`, `relay/unauthorized`
   */
  async pair(input: PairInput, signal: AbortSignal): Promise<Pairing> {
    const { relay, deleted, events, clock, logger } = this.#context;
    throwIfFault(pairFault(input, { nowMs: clock.now() }));
    const { topic, symKey, expiry, methods } = parsePairingUri(input.uri);
    throwIfFault(repeatedPairFault(topic, { pairing: this.get(topic) }));
    const [hasSession, key] = await Promise.all([this.#hasSession(topic), relay.keyChain.symKeyOf(topic)]);
    throwIfFault(occupiedTopicFault(topic, { hasSession, key }, symKey));
    const pairing: Pairing = {
      topic,
      // The URI is at least as old as this call.
      expiry: Math.min(expiry ?? Number.POSITIVE_INFINITY, this.#newExpiry()),
      relay: { protocol: RELAY_PROTOCOL },
      active: false,
      methods,
    };
    // The user may scan a URI again whose pairing was just deleted.
    deleted.forget(topic);
    await relay.keyChain.importKeys(new Map([[topic, symKey]]));
    await this.#store(pairing);
    events.emit('pairing_create', { topic });
    if (input.activatePairing === true) await this.activate(topic);
    for (const listen of this.#joinListeners) listen(topic);
    try {
      await relay.subscribe([topic], signal);
    } catch (error) {
      if (!isLatchkeyError(error, 'relay/unreachable')) {
        await this.#context.bestEffort(this.remove(topic));
        throw error;
      }
      logger.warn('Could not subscribe to a pairing yet', error);
    }
    return this.get(topic) ?? pairing;
  }

  /** Activates a pairing and extends its expiry. Does nothing for a removed pairing. */
  async activate(topic: string): Promise<void> {
    if (this.get(topic) !== null) await this.#change(topic, { active: true, expiry: this.#newExpiry() });
  }

  /** @param expiry seconds since 1970 */
  async setExpiry(topic: string, expiry: number): Promise<void> {
    if (this.get(topic) !== null) await this.#change(topic, { expiry });
  }

  /** Stores the peer's metadata. */
  async setPeer(topic: string, peerMetadata: PeerMetadata): Promise<void> {
    await this.#context.tables.pairings.change(topic, { peerMetadata });
  }

  /**
   * Pings the peer.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   * @throws PeerError the peer's error response
   */
  async ping(params: { readonly topic: string }, signal: AbortSignal): Promise<void> {
    await this.#require('ping()', params);
    await this.#context.calls.request({ topic: params.topic, method: 'wc_pairingPing', params: {} }, signal).result;
  }

  /**
   * Deletes a pairing, locally first, then at the peer.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async disconnect(params: { readonly topic: string }, signal: AbortSignal): Promise<void> {
    await this.#require('disconnect()', params);
    const { topic } = params;
    const { calls, tables, deleted } = this.#context;
    deleted.remember(topic, 'pairing');
    await tables.pairings.remove(topic);
    try {
      await calls.notify({ topic, method: 'wc_pairingDelete', params: PEER_ERRORS.userDisconnected }, signal);
    } finally {
      await this.remove(topic);
    }
  }

  /** Stores the peer of a settled session's pairing, and disconnects the other pairings with that peer. */
  async onSessionSettled(session: Pick<ProtocolSession, 'pairingTopic' | 'peer'>): Promise<void> {
    await this.setPeer(session.pairingTopic, session.peer.metadata);
    this.disconnectOthers(session);
  }

  /** Disconnects the other pairings with a session's peer, which are no longer needed. Does not wait for the result. */
  disconnectOthers({ pairingTopic, peer: { metadata } }: Pick<ProtocolSession, 'pairingTopic' | 'peer'>): void {
    const others = this.all().filter(({ topic, peerMetadata }) => peerMetadata?.url === metadata.url && topic !== pairingTopic);
    if (metadata.url === '' || pairingTopic === '') return;
    for (const { topic } of others) void this.#context.bestEffort(this.disconnect({ topic }, this.#context.lifetime));
  }

  /** Removes a pairing with its key, without notifying the peer. If a session uses the topic, key and subscription are the session's. */
  async remove(topic: string): Promise<void> {
    const { tables, expiries, deleted } = this.#context;
    expiries.drop({ kind: 'pairing', key: topic });
    if (tables.sessions.get(topic) === null) {
      if (tables.pairings.get(topic) !== null) deleted.remember(topic, 'pairing');
      await forgetTopic(this.#context, topic);
    }
    await tables.pairings.remove(topic);
  }

  /** Restores stored pairings and removes expired ones. Returns the topics to subscribe to. */
  async restore(): Promise<readonly string[]> {
    const { expiries, clock, bestEffort } = this.#context;
    const topics: string[] = [];
    for (const { topic, expiry } of this.all()) {
      if (isExpired(expiry, clock.now())) await bestEffort(this.remove(topic));
      else {
        expiries.set({ kind: 'pairing', key: topic, expiry });
        topics.push(topic);
      }
    }
    return topics;
  }

  /** Returns whether a session uses a topic, also one that another tab has settled. */
  async #hasSession(topic: string): Promise<boolean> {
    const { sessions } = this.#context.tables;
    return sessions.get(topic) !== null || (await sessions.stored(topic)) !== null;
  }

  async #expire(topic: string): Promise<void> {
    const pairing = this.get(topic);
    if (pairing === null) return;
    await this.remove(topic);
    for (const { name, data } of expiryEventsOf({ kind: 'pairing', key: topic, expiry: pairing.expiry }))
      if (name === 'pairing_expire') this.#context.events.emit(name, data);
  }

  #onPing({ topic, id }: IncomingCall): CallOutcome {
    const fault = pairingTopicFault(topic, this.#validation.pairing(topic));
    if (fault !== null) return { response: { error: toRpcError(fault) } };
    return { response: { result: true }, afterResponse: async () => this.#context.events.emit('pairing_ping', { id, topic }) };
  }

  /** Sends no response: the key that would seal it is deleted. */
  async #onDelete({ topic, id }: IncomingCall): Promise<CallOutcome> {
    if (this.get(topic) === null) return { response: null };
    await this.remove(topic);
    this.#context.events.emit('pairing_delete', { id, topic });
    return { response: null };
  }

  async #require(call: string, params: { readonly topic: string }): Promise<void> {
    const fault = paramsFault(call, params) ?? pairingTopicFault(params.topic, this.#validation.pairing(params.topic));
    if (fault?.stale.includes('pairing') === true) await this.#context.bestEffort(this.#expire(params.topic));
    throwIfFault(fault);
  }

  async #store(pairing: Pairing): Promise<void> {
    const { tables, expiries } = this.#context;
    await tables.pairings.set(pairing.topic, pairing);
    expiries.set({ kind: 'pairing', key: pairing.topic, expiry: pairing.expiry });
  }

  async #change(topic: string, members: Partial<Pairing> & { readonly expiry: number }): Promise<void> {
    const { tables, expiries } = this.#context;
    expiries.set({ kind: 'pairing', key: topic, expiry: members.expiry });
    await tables.pairings.change(topic, members);
  }

  #newExpiry(): number {
    return Math.floor(this.#context.clock.now() / 1_000) + PAIRING_EXPIRY_S;
  }
}

const throwIfFault = (fault: ProtocolFault | null): void => {
  if (fault !== null) throw latchkeyErrorOf(fault);
};
