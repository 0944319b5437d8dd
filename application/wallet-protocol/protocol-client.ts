import { filter, firstValueFrom, type Subscription } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isRpcRequest, type RpcRequest } from '../../domain/wallet-protocol/json-rpc.js';
import { isPairingExpired, renewalDelay } from '../../domain/wallet-protocol/pairing-clock.js';
import { PEER_ERRORS } from '../../domain/wallet-protocol/peer-error-codes.js';
import { isProtocolMethod, PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { Random } from '../ports/random.port.js';
import type { RecordStore } from '../ports/record-store.port.js';
import type { Relay, RelayMessage } from '../ports/relay.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import { pause } from '../shared/pause.js';
import { type AnswerLink, LiveRemoteSession } from './live-remote-session.js';
import { PeerCalls } from './peer-calls.js';
import { type ProposalOutcome, type ProposalRequest, Proposals, type ShownProposal } from './proposals.js';
import { ProtocolRecords } from './protocol-records.js';
import { ProtocolSessions } from './protocol-sessions.js';

/** How to pair. */
export interface PairRequest extends ProposalRequest {
  /**
   * Shows a URI again that is still valid instead of a new one, and keeps it when the person leaves: for pages that the
   * system puts to sleep, or closes, while the person is in the wallet.
   */
  readonly reuse: boolean;
  /** Called with each URI that is on display from now on. `expiresAt` is in milliseconds since 1970. */
  readonly show: (shown: { readonly uri: string; readonly expiresAt: number }) => void;
}

/** How long to wait before a URI that could not be replaced is tried again. */
const RENEWAL_RETRY_MS = 5_000;

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
  #metadata: ProposalRequest['metadata'] = { name: '', description: '', url: '', icons: [] };
  /** The proposal that is kept for the next time. */
  #kept: ShownProposal | null = null;

  constructor({ relay, records, clock, random, logger, link, ended = () => undefined }: ProtocolClientOptions) {
    const own = new ProtocolRecords(records);
    this.#relay = relay;
    this.#clock = clock;
    this.#logger = logger;
    this.#link = link;
    this.#ended = ended;
    this.#calls = new PeerCalls(relay, clock, random);
    this.#proposals = new Proposals(relay, own, this.#calls, clock, this.#life.signal);
    this.#sessions = new ProtocolSessions(relay, own, this.#calls, clock, this.#life.signal);
    // Strictly one after the other: a settlement must not overtake the answer that announces it.
    let last: Promise<void> = Promise.resolve();
    this.#listening = relay.messages$.subscribe((message) => {
      last = last.then(() => this.#hear(message));
    });
  }

  /**
   * Shows a pairing URI, renews it while it is on display, and resolves with the session of the first wallet that
   * approves. Aborting takes the URI back.
   * @throws LatchkeyError `wallet/rejected`, `wallet/request-failed`, `wallet-protocol/unsupported-chains`, `pairing/expired`, `relay/…`
   */
  async pair({ reuse, show, ...request }: PairRequest, given: AbortSignal): Promise<RemoteSession> {
    const run = new AbortController();
    const { signal } = run;
    const leaves = [given, this.#life.signal];
    const leave = (): void => run.abort(leaves.find(({ aborted }) => aborted)?.reason);
    for (const each of leaves) {
      each.throwIfAborted();
      each.addEventListener('abort', leave, { once: true });
    }
    this.#metadata = request.metadata;
    const mine = new Set<number>();
    let shown: ShownProposal | undefined;
    // An older URI still counts when it is approved or declined; that it expires is no news.
    const counts = (outcome: ProposalOutcome): boolean =>
      mine.has(outcome.id) && (outcome.id === shown?.id || !('error' in outcome) || !isLatchkeyError(outcome.error, 'pairing/expired'));
    const ended = abortable(firstValueFrom(this.#proposals.outcomes$.pipe(filter(counts))), signal);
    // It may come when nobody waits for it any more.
    ended.catch(() => undefined);
    try {
      await abortable(this.#relay.open(signal), signal);
      shown = (reuse ? await this.#reusable(mine, signal) : undefined) ?? (await this.#proposals.propose(request, signal));
      for (;;) {
        mine.add(shown.id);
        show(shown);
        const outcome = await Promise.race([ended, this.#untilRenewal(shown, signal)]);
        if (outcome !== null) return this.#begin(outcome);
        shown = await this.#renew(shown, request, signal);
      }
    } finally {
      for (const each of leaves) each.removeEventListener('abort', leave);
      run.abort();
      this.#kept = reuse && given.aborted ? (shown ?? null) : null;
      if (this.#kept !== null) mine.delete(this.#kept.id);
      this.#proposals.abandon(mine);
    }
  }

  /** The stored session that was settled last, or `null`. Its wallet is heard from now on, as soon as the relay is there. */
  async resume(): Promise<RemoteSession | null> {
    const [session] = await this.#sessions.restore();
    return session === undefined ? null : this.#take(session);
  }

  /** Ends all waiting and the line to the relay. What is stored stays. */
  dispose(): void {
    this.#life.abort(new LatchkeyError('config/disposed', {}));
    this.#listening.unsubscribe();
    this.#proposals.dispose();
    this.#sessions.dispose();
    this.#relay.dispose();
    this.#ended();
  }

  /** Waits also for the proposals of an earlier page and gives the newest whose URI is still valid. */
  async #reusable(mine: Set<number>, signal: AbortSignal): Promise<ShownProposal | undefined> {
    const known = this.#kept === null ? [] : [this.#kept];
    const all = [...known, ...(await this.#proposals.restore(signal))];
    for (const { id } of all) mine.add(id);
    return all.find(({ expiresAt }) => !isPairingExpired(expiresAt, this.#clock.now()));
  }

  /** `null` when the URI has to be replaced. */
  async #untilRenewal({ expiresAt }: ShownProposal, signal: AbortSignal): Promise<null> {
    await pause(renewalDelay(expiresAt, this.#clock.now()), this.#clock, signal);
    return null;
  }

  /** The next URI. While the relay does not take it, the one on display stays for as long as it is valid. */
  async #renew(shown: ShownProposal, request: ProposalRequest, signal: AbortSignal): Promise<ShownProposal> {
    for (;;) {
      try {
        return await this.#proposals.propose(request, signal);
      } catch (error) {
        if (signal.aborted || isPairingExpired(shown.expiresAt, this.#clock.now())) throw error;
        await pause(RENEWAL_RETRY_MS, this.#clock, signal);
      }
    }
  }

  #begin(outcome: ProposalOutcome): RemoteSession {
    if ('error' in outcome) throw outcome.error;
    return this.#take(outcome.session);
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

  /** Nothing that a peer sends may end the listening. */
  async #hear({ topic, message, acknowledge }: RelayMessage): Promise<void> {
    try {
      if (isRpcRequest(message)) await this.#hearCall(topic, message);
      else if (!this.#calls.take(topic, message)) await this.#proposals.answered(topic, message);
      acknowledge();
    } catch (error) {
      // Not acknowledged: the relay delivers it again.
      if (!this.#life.signal.aborted) this.#logger.warn('A message of a wallet could not be taken up', error);
    }
  }

  async #hearCall(topic: string, request: RpcRequest): Promise<void> {
    const { method, id } = request;
    if (!isProtocolMethod(method)) {
      const { response } = PROTOCOL_METHODS.wc_sessionRequest;
      await this.#calls.reply(topic, id, response, { error: PEER_ERRORS.unsupportedMethod }, this.#life.signal);
      return;
    }
    if (method === 'wc_sessionSettle') await this.#proposals.settled(topic, request, this.#metadata);
    else await this.#sessions.hear(topic, request, method);
  }
}
