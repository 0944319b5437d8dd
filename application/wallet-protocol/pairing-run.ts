import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isPairingExpired, renewalDelay } from '../../domain/wallet-protocol/pairing-clock.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { Clock } from '../ports/clock.port.js';
import type { Relay } from '../ports/relay.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import { pause } from '../shared/pause.js';
import type { ProposalOutcome, ProposalRequest, Proposals, ShownProposal } from './proposals.js';

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

/** What a run is made of. */
export interface PairingRunParts {
  readonly relay: Relay;
  readonly proposals: Proposals;
  readonly clock: Clock;
  readonly request: PairRequest;
  /** The proposal that an earlier run left for this one. */
  readonly earlier: ShownProposal | null;
  /** Makes a session that was settled the page's own. */
  readonly begin: (session: ProtocolSession) => RemoteSession;
}

/** How long to wait before a URI that could not be replaced is tried again. */
const RENEWAL_RETRY_MS = 5_000;

/** One person's attempt to pair: the URIs that are shown for it, and the session of the first wallet that approves one of them. */
export class PairingRun {
  readonly #parts: PairingRunParts;
  readonly #life = new AbortController();
  readonly #mine = new Set<number>();
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
      unfollow = parts.proposals.follow((outcome) => {
        if (!this.#counts(outcome)) return false;
        // There is one approval: a session that is settled for another of the URIs after it is ended.
        unfollow();
        this.#hasEnded = true;
        if ('error' in outcome) reject(outcome.error);
        else {
          this.#unused = parts.begin(outcome.session);
          resolve(this.#unused);
        }
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

  /** An older URI still counts when it is approved or declined; that it expires is no news. */
  #counts(outcome: ProposalOutcome): boolean {
    if (!this.#mine.has(outcome.id)) return false;
    return outcome.id === this.#shown?.id || !('error' in outcome) || !isLatchkeyError(outcome.error, 'pairing/expired');
  }

  async #display(signal: AbortSignal): Promise<never> {
    const { relay, proposals, clock, request } = this.#parts;
    await relay.open(signal);
    // Pages that were closed while they showed a URI have left it behind.
    if (!request.reuse) proposals.clear();
    let shown = (request.reuse ? await this.#reusable(signal) : undefined) ?? (await proposals.propose(request, signal));
    for (;;) {
      signal.throwIfAborted();
      this.#mine.add(shown.id);
      this.#shown = shown;
      request.show(shown);
      await pause(renewalDelay(shown.expiresAt, clock.now()), clock, signal);
      shown = await this.#renew(shown, signal);
    }
  }

  /** Waits also for the proposals of an earlier page and gives the newest whose URI is still valid. */
  async #reusable(signal: AbortSignal): Promise<ShownProposal | undefined> {
    const { proposals, clock, earlier } = this.#parts;
    const restored = await proposals.restore((id) => this.#mine.add(id), signal);
    return [...(earlier === null ? [] : [earlier]), ...restored].find(({ expiresAt }) => !isPairingExpired(expiresAt, clock.now()));
  }

  /** The next URI. While the relay does not take it, the one on display stays for as long as it is valid. */
  async #renew(shown: ShownProposal, signal: AbortSignal): Promise<ShownProposal> {
    const { proposals, clock, request } = this.#parts;
    for (;;) {
      try {
        return await proposals.propose(request, signal);
      } catch (error) {
        if (signal.aborted || isPairingExpired(shown.expiresAt, clock.now())) throw error;
        await pause(RENEWAL_RETRY_MS, clock, signal);
      }
    }
  }
}
