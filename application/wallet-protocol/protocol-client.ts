import type { Subscription } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isRpcRequest, type RpcMessage } from '../../domain/wallet-protocol/json-rpc.js';
import { PEER_ERRORS } from '../../domain/wallet-protocol/peer-error-codes.js';
import { isProtocolMethod, PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { PeerMetadata, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { Random } from '../ports/random.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import type { Relay, RelayMessage } from '../ports/relay.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { type AnswerLink, LiveRemoteSession } from './live-remote-session.js';
import { PairingRun, type PairRequest } from './pairing-run.js';
import { PeerCalls } from './peer-calls.js';
import { Proposals, type Rest, type ShownProposal } from './proposals.js';
import { ProtocolRecords } from './protocol-records.js';
import { ProtocolSessions } from './protocol-sessions.js';
import { tidyWith } from './tidy.js';

/** What the engine needs. */
export interface ProtocolClientOptions {
  readonly relay: Relay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Brings the wallet up while it is asked; `null` where nothing does. */
  readonly link: AnswerLink;
  /** Called when the client ends, for what nobody else uses. */
  readonly ended?: () => void;
}

/**
 * The app's side of the wallet protocol: pairs with wallets elsewhere, keeps the sessions they settle and carries requests
 * to them. Nothing is opened before the first call.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
export class ProtocolClient {
  readonly #relay: Relay;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #link: AnswerLink;
  readonly #ended: () => void;
  readonly #life = new AbortController();
  readonly #listening: Subscription;
  readonly #calls: PeerCalls;
  readonly #proposals: Proposals;
  readonly #sessions: ProtocolSessions;
  /** What this page says of itself, as the last proposal did. */
  #metadata: PeerMetadata = { name: '', description: '', url: '', icons: [] };
  /** The last message of each topic that is not taken up yet. */
  readonly #turns = new Map<string, Promise<void>>();
  /** The proposal that is kept for the next time, and what ends the keeping. */
  #kept: { readonly shown: ShownProposal; readonly end: () => void } | null = null;

  constructor({ relay, records, clock, random, logger, link, ended = () => undefined }: ProtocolClientOptions) {
    const own = new ProtocolRecords(records);
    this.#relay = relay;
    this.#clock = clock;
    this.#logger = logger;
    this.#link = link;
    this.#ended = ended;
    this.#calls = new PeerCalls(relay, clock, random);
    const { signal } = this.#life;
    const tidy = tidyWith(logger, signal);
    this.#proposals = new Proposals(relay, own, this.#calls, clock, signal, tidy);
    this.#sessions = new ProtocolSessions(relay, own, this.#calls, clock, signal, tidy);
    this.#listening = relay.messages$.subscribe((message) => this.#queue(message));
  }

  /**
   * Shows a pairing URI, renews it while it is on display, and resolves with the session of the first wallet that
   * approves. Aborting takes the URI back.
   * @throws LatchkeyError `wallet/rejected`, `wallet/request-failed`, `wallet-protocol/unsupported-chains`, `pairing/expired`, `relay/…`
   */
  async pair(request: PairRequest, given: AbortSignal): Promise<RemoteSession> {
    const { signal: life } = this.#life;
    for (const signal of [given, life]) signal.throwIfAborted();
    this.#metadata = request.metadata;
    const earlier = this.#kept;
    this.#kept = null;
    const run = new PairingRun({
      relay: this.#relay,
      proposals: this.#proposals,
      clock: this.#clock,
      request,
      earlier: request.reuse ? (earlier?.shown ?? null) : null,
      begin: (session) => this.#take(session),
    });
    // A session that came for it meanwhile is taken by the run, or ended.
    earlier?.end();
    try {
      return await run.session(given, life);
    } catch (error) {
      if (request.reuse && given.aborted && run.shown !== null) this.#keepForLater(run.shown);
      // A wallet that approved in the moment in which the person left is told so.
      run.unused?.disconnect(life).catch(() => undefined);
      throw error;
    }
  }

  /** The stored session that was settled last, or `null`. Its wallet is heard from now on, as soon as the relay is there. */
  async resume(): Promise<RemoteSession | null> {
    const { signal } = this.#life;
    signal.throwIfAborted();
    const [session] = await this.#sessions.restore();
    signal.throwIfAborted();
    return session === undefined ? null : this.#take(session);
  }

  /** Ends all waiting and the line to the relay. What is stored stays. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#listening.unsubscribe();
    this.#calls.dispose();
    this.#proposals.dispose();
    this.#sessions.dispose();
    this.#relay.dispose();
    this.#ended();
  }

  #take(session: ProtocolSession): RemoteSession {
    this.#sessions.keep(session);
    const { topic } = session;
    // The session can be used at once: what is asked waits until the relay is there.
    this.#relay.subscribe([topic], this.#life.signal).catch((error: unknown) => {
      if (!this.#life.signal.aborted) this.#logger.warn('The relay does not carry the messages of a connected wallet', error);
    });
    return new LiveRemoteSession({ topic, sessions: this.#sessions, calls: this.#calls, link: this.#link });
  }

  /** A wallet that settles a session waits until the person is back. It is ended when that does not happen in time. */
  #keepForLater(shown: ShownProposal): void {
    let goOn = (): void => undefined;
    const back = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const unfollow = this.#proposals.follow((outcome) => {
      if (outcome.id !== shown.id) return false;
      if ('session' in outcome) return back;
      kept.end();
      if (this.#kept === kept) this.#kept = null;
      return true;
    });
    const end = (): void => {
      unfollow();
      goOn();
    };
    const kept = { shown, end };
    this.#kept?.end();
    this.#kept = kept;
  }

  /**
   * What is said on a topic is taken up one after the other, so that the last word counts. Nobody waits for another topic:
   * the one of a session is not heard before the answer that leads to it.
   */
  #queue(message: RelayMessage): void {
    const { topic } = message;
    const turn = (this.#turns.get(topic) ?? Promise.resolve()).then(() => this.#hear(message));
    this.#turns.set(topic, turn);
    void turn.then(() => {
      if (this.#turns.get(topic) === turn) this.#turns.delete(topic);
    });
  }

  /** Nothing that a peer sends may end the listening. */
  async #hear({ topic, message, acknowledge }: RelayMessage): Promise<void> {
    const { signal } = this.#life;
    // Not acknowledged: the relay delivers it again.
    const fail = (error: unknown): void => {
      if (!signal.aborted) this.#logger.warn('A message of a wallet could not be taken up', error);
    };
    if (signal.aborted) return;
    try {
      const rest = await this.#takeUp(topic, message);
      // The next message does not wait for it: the relay may take its time.
      (rest === null ? Promise.resolve() : rest()).then(acknowledge).catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  async #takeUp(topic: string, message: RpcMessage): Promise<Rest | null> {
    if (!isRpcRequest(message)) return this.#calls.take(topic, message) ? null : this.#proposals.answered(topic, message);
    const { method, id } = message;
    if (!isProtocolMethod(method)) {
      const { response } = PROTOCOL_METHODS.wc_sessionRequest;
      return () => this.#calls.reply(topic, id, response, { error: PEER_ERRORS.unsupportedMethod }, this.#life.signal);
    }
    if (await this.#sessions.hear(topic, message, method)) return null;
    return method === 'wc_sessionSettle' ? this.#proposals.settled(topic, message, this.#metadata) : null;
  }
}
