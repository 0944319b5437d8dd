import { Subscription } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isPairingExpired, PAIRING_MARGIN_MS, renewalDelay } from '../../domain/wallet-protocol/pairing-clock.js';
import { refusalOf } from '../../domain/wallet-protocol/peer-error-codes.js';
import type { PeerMetadata, ProposalNamespaces, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import { onAbort } from '../shared/on-abort.js';
import { pause } from '../shared/pause.js';
import { PeerError } from './engine/calls.js';
import type { Proposing, ShownProposal } from './engine/proposing.js';
import type { MessageRelay } from './message-relay.js';

/** What is asked of a wallet, and how to pair. */
export interface PairRequest {
  readonly optionalNamespaces: ProposalNamespaces;
  readonly requiredNamespaces?: ProposalNamespaces;
  /** What the app says of itself. */
  readonly metadata: PeerMetadata;
  /**
   * Shows a URI again that is still valid instead of a new one, and keeps it when the person leaves: for pages that the
   * system puts to sleep, or closes, while the person is in the wallet.
   */
  readonly reuse: boolean;
  /** Called with each URI that is on display from now on, `null` where the one before is over first. `expiresAt` is in milliseconds since 1970. */
  readonly show: (shown: { readonly uri: string; readonly expiresAt: number } | null) => void;
}

/** What a run is made of. */
export interface PairingRunParts {
  readonly relay: MessageRelay;
  readonly proposing: Pick<Proposing, 'follow' | 'propose'>;
  readonly clock: Clock;
  readonly request: PairRequest;
  /** The proposal that an earlier run left for this one. */
  readonly earlier: ShownProposal | null;
  /** Makes a session that was settled the page's own. */
  readonly begin: (session: ProtocolSession) => RemoteSession;
  /**
   * Takes up the proposals that earlier pages left, the newest first, and forgets those that are over.
   * @param claim called with each id before its wallet can be heard
   */
  readonly restore: (claim: (id: number) => void, signal: AbortSignal) => Promise<readonly ShownProposal[]>;
  /** The same where nobody waits for it. */
  readonly listen: (claim: (id: number) => void, signal: AbortSignal) => void;
}

/** How long to wait before a URI that could not be replaced is tried again. */
const RENEWAL_RETRY_MS = 5_000;
/** How long the next URI may take once the one on display is over, as after a sleep: until then the relay says why it takes none. */
const RENEWAL_PATIENCE_MS = 60_000;

/** What a person reads where a wallet declined. */
const refused = (error: Error): Error => {
  if (!(error instanceof PeerError)) return error;
  const { code, message } = error;
  const method = 'wc_sessionPropose';
  const refusal = refusalOf(code);
  if (refusal === 'rejected') return new LatchkeyError('wallet/rejected', { method }, { cause: error });
  if (refusal === 'unsupported') return new LatchkeyError('wallet-protocol/unsupported-chains', { detail: message }, { cause: error });
  return new LatchkeyError('wallet/request-failed', { method, rpcCode: code }, { cause: error });
};

/** One person's attempt to pair: the URIs that are shown for it, and the session of the first wallet that approves one of them. */
export class PairingRun {
  readonly #parts: PairingRunParts;
  readonly #life = new AbortController();
  readonly #mine = new Set<number>();
  /** Of earlier pages, and perhaps of other tabs: a wallet that approves one of them is connected, and all else is not said to this person. */
  readonly #others = new Set<number>();
  readonly #ended: Promise<RemoteSession>;
  readonly #unfollow: () => void;
  #hasEnded = false;
  /** Settled, and not handed over yet. */
  #unused: RemoteSession | null = null;
  #shown: ShownProposal | null = null;

  constructor(parts: PairingRunParts) {
    this.#parts = parts;
    if (parts.earlier !== null) this.#mine.add(parts.earlier.id);
    let unfollow = (): void => undefined;
    this.#ended = new Promise((resolve, reject) => {
      unfollow = parts.proposing.follow((outcome) => {
        const isApproved = 'session' in outcome;
        if (!this.#mine.has(outcome.id) && !(isApproved && this.#others.has(outcome.id))) return false;
        // That one of the URIs expires is no news: the next takes its place.
        if ('error' in outcome && isLatchkeyError(outcome.error, 'pairing/expired')) return true;
        // There is one approval: a session that is settled for another of the URIs after it is ended.
        unfollow();
        this.#hasEnded = true;
        if (isApproved)
          return () => {
            this.#unused = parts.begin(outcome.session);
            resolve(this.#unused);
          };
        reject(refused(outcome.error));
        return true;
      });
    });
    // It may come when nobody waits for it any more.
    this.#ended.catch(() => undefined);
    this.#unfollow = unfollow;
  }

  /** The URI on display, if a wallet may still take it up; `null` once the run has an outcome. */
  get shown(): ShownProposal | null {
    return this.#hasEnded ? null : this.#shown;
  }

  /** A session that was settled and that nobody was given. */
  get unused(): RemoteSession | null {
    return this.#unused;
  }

  /** Shows URIs until a wallet approves, or one of the signals is aborted. */
  async session(...leaves: readonly AbortSignal[]): Promise<RemoteSession> {
    const { signal } = this.#life;
    const leave = (): void => this.#life.abort(leaves.find(({ aborted }) => aborted)?.reason);
    for (const each of leaves) each.addEventListener('abort', leave, { once: true });
    try {
      const session = await Promise.race([this.#ended, abortable(this.#display(signal), signal)]);
      signal.throwIfAborted();
      this.#unused = null;
      return session;
    } finally {
      for (const each of leaves) each.removeEventListener('abort', leave);
      this.#unfollow();
      this.#life.abort();
    }
  }

  async #display(signal: AbortSignal): Promise<never> {
    const { relay, clock, request, listen } = this.#parts;
    await relay.open(signal);
    // Pages that were closed while they showed a URI have left it behind: a wallet may have taken it up.
    if (!request.reuse) listen((id) => this.#others.add(id), signal);
    let shown = (request.reuse ? await this.#reusable(signal) : undefined) ?? (await this.#propose(signal));
    for (;;) {
      signal.throwIfAborted();
      this.#mine.add(shown.id);
      this.#shown = shown;
      request.show(shown);
      await untilDue(renewalDelay(shown.expiresAt, clock.now()), clock, signal);
      shown = await this.#renew(shown, signal);
    }
  }

  /** Waits also for the proposals of an earlier page and gives the newest whose URI is still valid. */
  async #reusable(signal: AbortSignal): Promise<ShownProposal | undefined> {
    const { restore, clock, earlier } = this.#parts;
    const restored = await restore((id) => this.#mine.add(id), signal);
    return [...(earlier === null ? [] : [earlier]), ...restored].find(({ expiresAt }) => !isPairingExpired(expiresAt, clock.now()));
  }

  /**
   * The next URI. While the relay does not take it, the one on display stays for as long as it is valid. A page that slept for longer than that
   * shows none until then.
   */
  async #renew(shown: ShownProposal, signal: AbortSignal): Promise<ShownProposal> {
    const { clock, request } = this.#parts;
    const leftMs = Math.max(0, shown.expiresAt - PAIRING_MARGIN_MS - clock.now());
    const waiting = new Subscription();
    waiting.add(onAbort(signal, () => waiting.unsubscribe()));
    const over = new Promise<never>((_, reject) => {
      const late = (): void => reject(new LatchkeyError('pairing/expired', {}));
      waiting.add(clock.scheduler.schedule(() => request.show(null), leftMs));
      waiting.add(clock.scheduler.schedule(late, leftMs + RENEWAL_PATIENCE_MS));
    });
    try {
      return await Promise.race([this.#renewed(shown, signal), over]);
    } finally {
      waiting.unsubscribe();
    }
  }

  async #renewed(shown: ShownProposal, signal: AbortSignal): Promise<ShownProposal> {
    const { clock } = this.#parts;
    for (;;) {
      try {
        return await this.#propose(signal);
      } catch (error) {
        if (signal.aborted || isPairingExpired(shown.expiresAt, clock.now())) throw error;
        await pause(RENEWAL_RETRY_MS, clock, signal);
      }
    }
  }

  #propose(signal: AbortSignal): Promise<ShownProposal> {
    const { optionalNamespaces, requiredNamespaces } = this.#parts.request;
    return this.#parts.proposing.propose({ optionalNamespaces, requiredNamespaces }, signal);
  }
}

/** How often the clock is looked at: a page that slept learns so soon that something is due. */
const LOOK_MS = 5_000;

/**
 * Waits so many milliseconds by the timers or by the clock, whichever is through first. Timers of browsers stand still while the device
 * sleeps, and a clock may be set back. Rejects with the signal's reason.
 * @see https://w3c.github.io/hr-time/#dfn-monotonic-clock
 */
const untilDue = async (ms: number, clock: Clock, signal: AbortSignal): Promise<void> => {
  const at = clock.now() + ms;
  for (let left = ms; left > 0 && clock.now() < at; left -= LOOK_MS) await pause(Math.min(left, LOOK_MS), clock, signal);
};
