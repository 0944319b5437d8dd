import { type Observable, Subject } from 'rxjs';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { PeerMetadata, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { SealedIds } from '../ports/attestation.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { Random } from '../ports/random.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { Asking, type AwaitedRequest } from './engine/asking.js';
import { disposeContext, type RequesterContext, requesterContext } from './engine/engine-context.js';
import { OneOffPairings } from './engine/one-off-pairings.js';
import { Proposing, type ShownProposal } from './engine/proposing.js';
import { SessionCalls } from './engine/session-calls.js';
import { Sessions } from './engine/sessions.js';
import { LiveRemoteSession } from './live-remote-session.js';
import type { MessageRelay } from './message-relay.js';
import { PairingRun, type PairRequest } from './pairing-run.js';

/** What the client needs. */
export interface ProtocolClientOptions {
  readonly relay: MessageRelay;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** The service that attests the page's origin, and what asks it beside a message's way. Default: nothing attests. */
  readonly origin?: { readonly verifyUrl: string; readonly attest: (ids: SealedIds) => string | null };
}

const nothing = (): void => undefined;

/**
 * The app's side of the wallet protocol: pairs with wallets elsewhere, keeps the sessions they settle and carries requests
 * to them. Made of the engine's parts that an app needs. Nothing is opened before the first call.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign
 */
export class ProtocolClient {
  readonly #context: RequesterContext;
  readonly #life = new AbortController();
  readonly #proposing: Proposing;
  readonly #sessions: Sessions;
  readonly #asking: Asking;
  readonly #origin: ProtocolClientOptions['origin'];
  readonly #empty = new Subject<void>();
  /** The sessions that chain adapters hold. */
  readonly #held = new Map<string, LiveRemoteSession>();
  /** What this page says of itself, as the last proposal did. */
  #metadata: PeerMetadata = { name: '', description: '', url: '', icons: [] };
  /** The proposal that is kept for the next time, and what ends the keeping. */
  #kept: { readonly shown: ShownProposal; readonly end: () => void } | null = null;

  constructor(options: ProtocolClientOptions) {
    const { relay, records, clock, random, logger, origin } = options;
    const { signal: life } = this.#life;
    const attesting = origin && { attest: origin.attest };
    const context = requesterContext({ relay, records, clock, random, logger, life, metadata: () => this.#metadata, ...attesting });
    this.#context = context;
    this.#proposing = new Proposing(context, new OneOffPairings(context), { isOneOff: true });
    this.#sessions = new Sessions(context);
    new SessionCalls(context, this.#sessions);
    this.#asking = new Asking(context, this.#sessions);
    this.#origin = origin;
    this.#sessions.ends$.subscribe(({ session: { topic } }) => {
      this.#held.delete(topic);
      if (context.tables.sessions.briefs().length === 0) this.#empty.next();
    });
  }

  /** Requests that wallet owners have to answer, in the moment in which they are made. */
  get requests$(): Observable<AwaitedRequest> {
    return this.#asking.requests$;
  }

  /** Emits when no session is left, or none was found. */
  get empty$(): Observable<void> {
    return this.#empty;
  }

  /**
   * Shows a pairing URI, renews it while it is on display, and resolves with the session of the first wallet that
   * approves. Aborting takes the URI back.
   * @throws LatchkeyError `wallet/rejected`, `wallet/request-failed`, `wallet-protocol/unsupported-chains`, `pairing/expired`, `relay/…`
   */
  async pair(request: PairRequest, given: AbortSignal): Promise<RemoteSession> {
    const { relay, clock, life, tidy } = this.#context;
    for (const signal of [given, life]) signal.throwIfAborted();
    // Wallets ask the service that attests, where they trust it.
    this.#metadata = { ...request.metadata, ...(this.#origin && { verifyUrl: this.#origin.verifyUrl }) };
    const earlier = this.#kept;
    this.#kept = null;
    const claimed: number[] = [];
    let restoring: Promise<unknown> = Promise.resolve();
    const restore = (claim: (id: number) => void, signal: AbortSignal): Promise<readonly ShownProposal[]> => {
      const restored = this.#restore((id) => {
        claimed.push(id);
        claim(id);
      }, signal);
      restoring = restored;
      return restored;
    };
    const run = new PairingRun({
      relay,
      proposing: this.#proposing,
      clock,
      request,
      earlier: request.reuse ? (earlier?.shown ?? null) : null,
      begin: (session) => this.#begin(session),
      restore,
      listen: (claim, signal) =>
        void tidy(
          restore(claim, signal).catch((error: unknown) => {
            if (!signal.aborted) throw error;
          }),
        ),
    });
    // What earlier pages left is there for the next run again, and for other tabs: a wallet that answers meanwhile is not turned away.
    const leave = (keptId?: number): void => {
      const all = (): Promise<void> => this.#proposing.leave(claimed.filter((id) => id !== keptId));
      if (!life.aborted) void tidy(restoring.then(all, all));
    };
    // A session that came for it meanwhile is taken by the run, or ended.
    earlier?.end();
    try {
      const session = await run.session(given, life);
      if (!request.reuse) leave();
      return session;
    } catch (error) {
      const kept = request.reuse && given.aborted ? run.shown : null;
      if (kept !== null) this.#keepForLater(kept);
      leave(kept?.id);
      // A wallet that approved in the moment in which the person left is told so.
      run.unused?.disconnect(life).catch(() => undefined);
      throw error;
    }
  }

  /**
   * The stored session of a topic, or the one that lives longest; `null` where it is gone. What other tabs have settled or ended by now counts.
   * Its wallet is heard from now on, as soon as the relay is there.
   */
  async resume(topic?: string): Promise<RemoteSession | null> {
    const { life } = this.#context;
    life.throwIfAborted();
    await this.#sessions.refresh();
    const sessions = await this.#sessions.restore();
    life.throwIfAborted();
    if (sessions.length === 0) this.#empty.next();
    const session = topic === undefined ? sessions[0] : sessions.find((each) => each.topic === topic);
    return session === undefined ? null : this.#begin(session);
  }

  /** Ends all waiting and the line to the relay. What is stored stays. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    disposeContext(this.#context);
    this.#empty.complete();
  }

  /** A session as its holders share it. It can be used at once: what is asked waits until the relay is there. */
  #begin({ topic }: ProtocolSession): RemoteSession {
    const held = this.#held.get(topic);
    if (held !== undefined) return held;
    this.#sessions.hear([topic]);
    const { events } = this.#context;
    const session = new LiveRemoteSession({ topic, sessions: this.#sessions, asking: this.#asking, events });
    if (session.live) this.#held.set(topic, session);
    return session;
  }

  /** Reads what is stored. */
  async #load(): Promise<void> {
    await Promise.all([this.#sessions.restore(), this.#context.tables.proposals.load(({ id }) => id)]);
  }

  async #restore(claim: (id: number) => void, signal: AbortSignal): Promise<readonly ShownProposal[]> {
    await this.#load();
    const left = await this.#proposing.restore(claim);
    const topics = left.flatMap((each) => each.topics);
    if (topics.length > 0) await this.#context.relay.subscribe(topics, signal);
    return left;
  }

  /** A wallet that settles a session waits until the person is back. It is ended when that does not happen in time. */
  #keepForLater(shown: ShownProposal): void {
    let goOn = nothing;
    const back = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const unfollow = this.#proposing.follow((outcome) => {
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
}
