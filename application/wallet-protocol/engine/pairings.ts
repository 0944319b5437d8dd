import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import type { Pairing } from '../../../domain/wallet-protocol/pairing.js';
import { formatPairingUri, parsePairingUri, RELAY_PROTOCOL } from '../../../domain/wallet-protocol/pairing-uri.js';
import { PEER_ERRORS } from '../../../domain/wallet-protocol/peer-error-codes.js';
import { isOver } from '../../../domain/wallet-protocol/primitives.js';
import { type ProtocolFault, paramsFault } from '../../../domain/wallet-protocol/protocol-fault.js';
import { rpcErrorOf } from '../../../domain/wallet-protocol/rpc-error.js';
import { pairAgainFault, pairFault } from '../../../domain/wallet-protocol/rules/pair-rule.js';
import { pairingTopicFault } from '../../../domain/wallet-protocol/rules/session-rules.js';
import type { PeerMetadata, ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { expiryEventsOf } from '../../../domain/wallet-protocol/state/expiry-table.js';
import type { Handled, IncomingCall } from './calls.js';
import { type EngineContext, forgetTopic } from './engine-context.js';
import { Known } from './known.js';

/** How long a pairing lives from when it is made, and again from when the peer was heard on it, in seconds. */
export const PAIRING_EXPIRY_S = 300;

/** A new pairing, and what another party needs to join it. */
export interface NewPairing {
  readonly pairing: Pairing;
  /** Secret: it holds the pairing's key. */
  readonly uri: string;
}

/** What a pairing is made for. */
export interface PairingInput {
  /** Calls that its URI names; default none. */
  readonly methods?: readonly string[];
}

/** A URI that another party shows. */
export interface PairInput {
  readonly uri: string;
  /** Whether the peer counts as heard. Default `false` */
  readonly activatePairing?: boolean;
}

/**
 * The topics on which parties meet: made by the one that shows a URI, joined by the one that reads it. They live for minutes, and end on
 * both sides.
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing
 */
export class Pairings {
  readonly #context: EngineContext;
  readonly #known: Known;
  readonly #joined: ((topic: string) => void)[] = [];

  constructor(context: EngineContext) {
    const { calls, expiries } = context;
    this.#context = context;
    this.#known = new Known(context);
    expiries.on('pairing', (topic) => void context.tidy(this.#expire(topic)));
    calls.handle('wc_pairingPing', async (call) => this.#pinged(call));
    calls.handle('wc_pairingDelete', async (call) => this.#deleted(call));
  }

  /** Calls back with the topic of each pairing that is joined by its URI, also once more while nothing has come of it. */
  onJoined(listen: (topic: string) => void): void {
    this.#joined.push(listen);
  }

  get(topic: string): Pairing | null {
    return this.#context.tables.pairings.get(topic);
  }

  all(): readonly Pairing[] {
    return this.#context.tables.pairings.all();
  }

  /**
   * Makes a pairing on which this party is heard.
   * @throws LatchkeyError `relay/…`
   */
  async create(input: PairingInput, signal: AbortSignal): Promise<NewPairing> {
    const made = await this.make(input);
    try {
      await this.#context.relay.subscribe([made.pairing.topic], signal);
    } catch (error) {
      await this.#context.tidy(this.remove(made.pairing.topic));
      throw error;
    }
    return made;
  }

  /** Makes a pairing; whoever asks for it subscribes to its topic. */
  async make({ methods = [] }: PairingInput = {}): Promise<NewPairing> {
    const { topic, symKey } = await this.#context.relay.keyChain.createSymKey();
    const expiry = this.#inTime();
    const pairing: Pairing = { topic, expiry, relay: { protocol: RELAY_PROTOCOL }, active: false, methods };
    await this.#keep(pairing);
    this.#context.events.emit('pairing_create', { topic });
    return { pairing, uri: formatPairingUri({ topic, symKey, expiry, methods }) };
  }

  /** The URI of a pairing; `null` where its key is gone. */
  async uriOf(topic: string): Promise<string | null> {
    const pairing = this.get(topic);
    const symKey = pairing === null ? null : await this.#context.relay.keyChain.symKeyOf(topic);
    if (pairing === null || symKey === null) return null;
    return formatPairingUri({ topic, symKey, expiry: pairing.expiry, methods: pairing.methods ?? [] });
  }

  /**
   * Joins the pairing of a URI. While the relay cannot be reached its messages wait there: they are taken once the line is open.
   * @throws LatchkeyError `wallet-protocol/missing-or-invalid`, `wallet-protocol/expired`, `pairing/already-exists`, `relay/unauthorized`
   */
  async pair(input: PairInput, signal: AbortSignal): Promise<Pairing> {
    const { relay, deleted, events, clock, logger } = this.#context;
    refuse(pairFault(input, { nowMs: clock.now() }));
    const { topic, symKey, expiry, methods } = parsePairingUri(input.uri);
    refuse(pairAgainFault(topic, { pairing: this.get(topic) }));
    const pairing: Pairing = {
      topic,
      expiry: expiry ?? this.#inTime(),
      relay: { protocol: RELAY_PROTOCOL },
      active: false,
      methods,
    };
    // A person may scan once more what was deleted a moment ago.
    deleted.forget(topic);
    await relay.keyChain.importKeys(new Map([[topic, symKey]]));
    await this.#keep(pairing);
    events.emit('pairing_create', { topic });
    if (input.activatePairing === true) await this.activate(topic);
    for (const listen of this.#joined) listen(topic);
    try {
      await relay.subscribe([topic], signal);
    } catch (error) {
      if (!isLatchkeyError(error, 'relay/unreachable')) {
        await this.#context.tidy(this.remove(topic));
        throw error;
      }
      logger.warn('The relay does not carry the messages of a pairing yet', error);
    }
    return this.get(topic) ?? pairing;
  }

  /** The peer was heard: the pairing lives on. One that is gone stays gone. */
  async activate(topic: string): Promise<void> {
    if (this.get(topic) !== null) await this.#change(topic, { active: true, expiry: this.#inTime() });
  }

  /** Sets when a pairing ends. @param expiry seconds since 1970 */
  async setExpiry(topic: string, expiry: number): Promise<void> {
    if (this.get(topic) !== null) await this.#change(topic, { expiry });
  }

  /** Remembers who the peer is. */
  async setPeer(topic: string, peerMetadata: PeerMetadata): Promise<void> {
    await this.#context.tables.pairings.change(topic, { peerMetadata });
  }

  /**
   * Asks the peer for a sign of life.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   * @throws PeerError what the peer answered instead
   */
  async ping(params: { readonly topic: string }, signal: AbortSignal): Promise<void> {
    await this.#require('ping()', params);
    await this.#context.calls.place({ topic: params.topic, method: 'wc_pairingPing', params: {} }, signal).answer;
  }

  /**
   * Ends a pairing: here at once, then for the peer.
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`
   */
  async disconnect(params: { readonly topic: string }, signal: AbortSignal): Promise<void> {
    await this.#require('disconnect()', params);
    const { topic } = params;
    const { calls, tables, deleted } = this.#context;
    deleted.remember(topic, 'pairing');
    await tables.pairings.remove(topic);
    try {
      await calls.tell({ topic, method: 'wc_pairingDelete', params: PEER_ERRORS.userDisconnected }, signal);
    } finally {
      await this.remove(topic);
    }
  }

  /** A session came of a pairing: its peer is known, and the other pairings with it end. */
  async serve(session: Pick<ProtocolSession, 'pairingTopic' | 'peer'>): Promise<void> {
    await this.setPeer(session.pairingTopic, session.peer.metadata);
    this.endOthers(session);
  }

  /** Ends the other pairings with the peer of a session: it has one now. Waits for nobody. */
  endOthers({ pairingTopic, peer: { metadata } }: Pick<ProtocolSession, 'pairingTopic' | 'peer'>): void {
    const others = this.all().filter(({ topic, peerMetadata }) => peerMetadata?.url === metadata.url && topic !== pairingTopic);
    if (metadata.url === '' || pairingTopic === '') return;
    for (const { topic } of others) void this.#context.tidy(this.disconnect({ topic }, this.#context.life));
  }

  /** Removes a pairing with all that belongs to it, and tells nobody. */
  async remove(topic: string): Promise<void> {
    const { tables, expiries, deleted } = this.#context;
    expiries.drop({ kind: 'pairing', key: topic });
    if (tables.pairings.get(topic) !== null) deleted.remember(topic, 'pairing');
    await forgetTopic(this.#context, topic);
    await tables.pairings.remove(topic);
  }

  /** Takes up what was stored, and removes what is over. Gives the topics to subscribe to. */
  async restore(): Promise<readonly string[]> {
    const { expiries, clock, tidy } = this.#context;
    const topics: string[] = [];
    for (const { topic, expiry } of this.all()) {
      if (isOver(expiry, clock.now())) await tidy(this.remove(topic));
      else {
        expiries.set({ kind: 'pairing', key: topic, expiry });
        topics.push(topic);
      }
    }
    return topics;
  }

  async #expire(topic: string): Promise<void> {
    const pairing = this.get(topic);
    if (pairing === null) return;
    await this.remove(topic);
    for (const { name, data } of expiryEventsOf({ kind: 'pairing', key: topic, expiry: pairing.expiry }))
      if (name === 'pairing_expire') this.#context.events.emit(name, data);
  }

  #pinged({ topic, id }: IncomingCall): Handled {
    const fault = pairingTopicFault(topic, this.#known.pairing(topic));
    if (fault !== null) return { answer: { error: rpcErrorOf(fault) } };
    return { answer: { result: true }, rest: async () => this.#context.events.emit('pairing_ping', { id, topic }) };
  }

  /** Not answered: the key that the answer would be sealed with is gone. */
  async #deleted({ topic, id }: IncomingCall): Promise<Handled> {
    if (this.get(topic) === null) return { answer: null };
    await this.remove(topic);
    this.#context.events.emit('pairing_delete', { id, topic });
    return { answer: null };
  }

  async #require(call: string, params: { readonly topic: string }): Promise<void> {
    const fault = paramsFault(call, params) ?? pairingTopicFault(params.topic, this.#known.pairing(params.topic));
    if (fault?.stale.includes('pairing') === true) await this.#context.tidy(this.#expire(params.topic));
    refuse(fault);
  }

  async #keep(pairing: Pairing): Promise<void> {
    const { tables, expiries } = this.#context;
    await tables.pairings.set(pairing.topic, pairing);
    expiries.set({ kind: 'pairing', key: pairing.topic, expiry: pairing.expiry });
  }

  async #change(topic: string, members: Partial<Pairing> & { readonly expiry: number }): Promise<void> {
    const { tables, expiries } = this.#context;
    expiries.set({ kind: 'pairing', key: topic, expiry: members.expiry });
    await tables.pairings.change(topic, members);
  }

  #inTime(): number {
    return Math.floor(this.#context.clock.now() / 1_000) + PAIRING_EXPIRY_S;
  }
}

const refuse = (fault: ProtocolFault | null): void => {
  if (fault !== null) throw latchkeyErrorOf(fault);
};
