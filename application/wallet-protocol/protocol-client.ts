import { type Observable, Subject } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { PeerMetadata, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { MessageHashes } from '../ports/attestation.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Locks } from '../ports/locks.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { Random } from '../ports/random.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { MutexLocks } from '../shared/mutex-locks.js';
import { BroadcastRequests, type LateResponseHandler } from './engine/broadcast-requests.js';
import { disposeContext, type RequesterContext, requesterContext } from './engine/engine-context.js';
import type { EngineEvent } from './engine/engine-events.js';
import { OneOffPairings } from './engine/one-off-pairings.js';
import { SessionCallHandlers } from './engine/session-call-handlers.js';
import { type PublishedProposal, SessionProposer } from './engine/session-proposer.js';
import { type AwaitedRequest, SessionRequester } from './engine/session-requester.js';
import { Sessions } from './engine/sessions.js';
import type { RequestParams } from './engine/sign-calls.js';
import { LiveRemoteSession } from './live-remote-session.js';
import type { MessageRelay } from './message-relay.js';
import type { OneClick, OneClickExchange } from './one-click.js';
import { PairingAttempt, type PairRequest } from './pairing-attempt.js';

export interface ProtocolClientOptions {
  readonly relay: MessageRelay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Verify URL for the app's metadata, and the function that requests an attestation of a message's origin. Default: no attestation. */
  readonly origin?: { readonly verifyUrl: string; readonly attest: (ids: MessageHashes) => string | null };
  /** Receives the outcome of a request that may broadcast and whose caller is gone, as after a reload. Default: it is dropped. */
  readonly onLateResponse?: LateResponseHandler;
  /** Requests sign-ins together with proposals. Default: none are. */
  readonly oneClick?: OneClick | undefined;
  /** Locks that all tabs share. Default: of this page only. */
  readonly locks?: Locks;
}

const noop = (): void => undefined;

/**
 * The app's side of WalletConnect: pairs with wallets, keeps the sessions they settle and sends requests to them. Uses only the parts of
 * the engine that an app needs. The relay is not connected before the first call.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
export class ProtocolClient {
  readonly #context: RequesterContext;
  readonly #controller = new AbortController();
  readonly #proposer: SessionProposer;
  readonly #sessions: Sessions;
  readonly #requester: SessionRequester;
  readonly #broadcasts: BroadcastRequests | null;
  readonly #origin: ProtocolClientOptions['origin'];
  readonly #oneClick: OneClick | undefined;
  readonly #signIns: OneClickExchange | undefined;
  readonly #empty = new Subject<void>();
  /** Sessions by topic that chain adapters hold. */
  readonly #liveSessions = new Map<string, LiveRemoteSession>();
  /** App metadata of the latest proposal. */
  #metadata: PeerMetadata = { name: '', description: '', url: '', icons: [] };
  /** Proposal that is kept for the next attempt, and the function that stops keeping it. */
  #reusableProposal: { readonly proposal: PublishedProposal; readonly release: () => void } | null = null;

  constructor(options: ProtocolClientOptions) {
    const { relay, records, clock, random, logger, origin, onLateResponse, oneClick, locks = new MutexLocks() } = options;
    const { signal } = this.#controller;
    const attesting = origin && { attest: origin.attest };
    const context = requesterContext({
      relay,
      records,
      clock,
      random,
      logger,
      lifetime: signal,
      metadata: () => this.#metadata,
      ...attesting,
    });
    this.#context = context;
    this.#oneClick = oneClick;
    this.#signIns = oneClick?.exchange(context, records);
    this.#proposer = new SessionProposer(context, new OneOffPairings(context), { isOneOff: true, signIns: this.#signIns?.create });
    this.#sessions = new Sessions(context);
    new SessionCallHandlers(context, this.#sessions);
    this.#broadcasts = onLateResponse === undefined ? null : new BroadcastRequests({ context, records, locks, onLateResponse });
    this.#requester = new SessionRequester(context, this.#sessions, this.#broadcasts);
    this.#origin = origin;
    this.#sessions.closed$.subscribe(({ session: { topic } }) => {
      this.#liveSessions.delete(topic);
      void this.#broadcasts?.removeTopic(topic);
      if (context.tables.sessions.summaries().length === 0) this.#empty.next();
    });
  }

  /** Emits each request that needs the user's approval, when it is sent. */
  get requests$(): Observable<AwaitedRequest> {
    return this.#requester.requests$;
  }

  /** Hot: what wallets do in their sessions. Completes when the client is disposed. */
  get events$(): Observable<EngineEvent> {
    return this.#context.events.events$;
  }

  /** Emits when no session is left, or none was stored. */
  get empty$(): Observable<void> {
    return this.#empty;
  }

  /**
   * Displays a pairing URI, renews it before it expires, and resolves with the session of the first wallet that approves. Aborting
   * withdraws the URI.
   * @throws LatchkeyError `wallet/rejected`, `wallet/request-failed`, `wallet-protocol/unsupported-chains`, `pairing/expired`, `relay/…`
   */
  async pair(request: PairRequest, callerSignal: AbortSignal): Promise<RemoteSession> {
    const { relay, clock, lifetime, bestEffort } = this.#context;
    for (const signal of [callerSignal, lifetime]) signal.throwIfAborted();
    // Wallets query the verify service at this URL if they trust it.
    this.#metadata = { ...request.metadata, ...(this.#origin && { verifyUrl: this.#origin.verifyUrl }) };
    const previous = this.#reusableProposal;
    this.#reusableProposal = null;
    const claimed: number[] = [];
    let restoring: Promise<unknown> = Promise.resolve();
    const restore = (claim: (id: number) => void, signal: AbortSignal): Promise<readonly PublishedProposal[]> => {
      const restored = this.#restore((id) => {
        claimed.push(id);
        claim(id);
      }, signal);
      restoring = restored;
      return restored;
    };
    const attempt = new PairingAttempt({
      relay,
      proposing: this.#proposer,
      clock,
      request,
      previousProposal: request.shouldReuseUri ? (previous?.proposal ?? null) : null,
      createSignIn: async (signal) => this.#oneClick?.signInFor(request, signal),
      openSession: (session) => this.#openSession(session, this.#oneClick?.signInsOf(session)),
      restore,
      restoreInBackground: (claim, signal) =>
        void bestEffort(
          restore(claim, signal).catch((error: unknown) => {
            if (!signal.aborted) throw error;
          }),
        ),
    });
    // Restored proposals are released for the next attempt and for other tabs, so that a wallet that approves meanwhile is not rejected.
    const release = (keptId?: number): void => {
      const all = (): Promise<void> => this.#proposer.release(claimed.filter((id) => id !== keptId));
      if (!lifetime.aborted) void bestEffort(restoring.then(all, all));
    };
    // A session that was settled for the kept proposal is now offered to this attempt, or disconnected.
    previous?.release();
    try {
      const session = await attempt.session(callerSignal, lifetime);
      if (!request.shouldReuseUri) release();
      return session;
    } catch (error) {
      const reusable = request.shouldReuseUri && callerSignal.aborted ? attempt.displayedProposal : null;
      if (reusable !== null) this.#keepForReuse(reusable);
      release(reusable?.id);
      // The wallet approved at the moment the user cancelled.
      attempt.unusedSession?.disconnect(lifetime).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Returns the stored session of a topic, or the one with the latest expiry; `null` if there is none. Includes changes made by other tabs.
   * Subscribes to its topic without waiting for the relay.
   */
  async resume(topic?: string): Promise<RemoteSession | null> {
    const { lifetime } = this.#context;
    lifetime.throwIfAborted();
    void this.#broadcasts?.prune();
    await this.#sessions.refresh();
    const sessions = await this.#sessions.restore();
    lifetime.throwIfAborted();
    if (sessions.length === 0) this.#empty.next();
    const session = topic === undefined ? sessions[0] : sessions.find((each) => each.topic === topic);
    return session === undefined ? null : this.#openSession(session);
  }

  /** Returns the state of a session that is in use; `null` once it is closed. */
  sessionOf(topic: string): ProtocolSession | null {
    return this.#sessions.get(topic);
  }

  /** Changes the properties of a session. */
  async changeProperties(topic: string, sessionProperties: Readonly<Record<string, string>>): Promise<void> {
    await this.#sessions.change(topic, { sessionProperties });
  }

  /**
   * Sends a request that the grants of its session allow.
   * @throws PeerError the wallet's error response
   * @throws LatchkeyError `wallet-protocol/…`, `relay/…`, `config/disposed`
   */
  request(params: RequestParams): Promise<unknown> {
    return this.#requester.request(params);
  }

  /** Aborts pending calls and closes the relay connection. Stored records remain. */
  dispose(): void {
    this.#controller.abort(new LatchkeyError('config/disposed', {}));
    disposeContext(this.#context);
    this.#empty.complete();
  }

  /**
   * Returns the shared session object of a topic. Requests wait until the relay is connected.
   * @param signIns signed by the wallet for a new session
   */
  #openSession({ topic }: ProtocolSession, signIns?: readonly SignInSession[]): RemoteSession {
    const existing = this.#liveSessions.get(topic);
    if (existing !== undefined) return existing;
    this.#sessions.subscribe([topic]);
    const { events } = this.#context;
    const session = new LiveRemoteSession({ topic, sessions: this.#sessions, requester: this.#requester, events, signIns });
    if (session.isLive) this.#liveSessions.set(topic, session);
    return session;
  }

  /** Loads the stored sessions and proposals. */
  async #load(): Promise<void> {
    await Promise.all([this.#sessions.restore(), this.#context.tables.proposals.load(({ id }) => id), this.#signIns?.load()]);
  }

  async #restore(claim: (id: number) => void, signal: AbortSignal): Promise<readonly PublishedProposal[]> {
    await this.#load();
    const proposals = await this.#proposer.restore(claim);
    const topics = proposals.flatMap((each) => each.topics);
    if (topics.length > 0) await this.#context.relay.subscribe(topics, signal);
    return proposals;
  }

  /** Defers a settled session until the user comes back to pair again. It is disconnected if the proposal expires first. */
  #keepForReuse(proposal: PublishedProposal): void {
    let resume = noop;
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const unsubscribe = this.#proposer.subscribe((outcome) => {
      if (outcome.id !== proposal.id) return false;
      if ('session' in outcome) return resumed;
      reusable.release();
      if (this.#reusableProposal === reusable) this.#reusableProposal = null;
      return true;
    });
    const releaseProposal = (): void => {
      unsubscribe();
      resume();
    };
    const reusable = { proposal, release: releaseProposal };
    this.#reusableProposal?.release();
    this.#reusableProposal = reusable;
  }
}
