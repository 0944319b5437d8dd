import { Subscription } from 'rxjs';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { isPairingExpired, PAIRING_MARGIN_MS, renewalDelay } from '../../domain/wallet-protocol/pairing-clock.js';
import { rejectionKindOf } from '../../domain/wallet-protocol/peer-error-codes.js';
import type { RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
import type { PeerMetadata, ProtocolSession } from '../../domain/wallet-protocol/session.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { abortable } from '../shared/abortable.js';
import { onAbort } from '../shared/on-abort.js';
import { pause } from '../shared/pause.js';
import { PeerError } from './engine/calls.js';
import type { ProposedSignIn, PublishedProposal, SessionProposer } from './engine/session-proposer.js';
import type { MessageRelay } from './message-relay.js';
import type { SignInOffer } from './one-click.js';

/** The namespaces to request and the options of the pairing. */
export interface PairRequest {
  readonly optionalNamespaces: RequestedNamespaces;
  readonly requiredNamespaces?: RequestedNamespaces;
  /** Sign-in of the app. Requested together with the proposal if it is for eip155 only. */
  readonly signIn?: SignInOffer | undefined;
  /** Metadata of the app. */
  readonly metadata: PeerMetadata;
  /**
   * Shows a URI that is still valid again instead of a new one, and keeps it when the user cancels: for platforms that suspend or
   * close the page while the user is in the wallet.
   */
  readonly shouldReuseUri: boolean;
  /** Called with each URI to display, or `null` if it expired before there is a new one. `expiresAt` is in milliseconds since 1970. */
  readonly onUri: (displayed: { readonly uri: string; readonly expiresAt: number } | null) => void;
}

export interface PairingAttemptDeps {
  readonly relay: MessageRelay;
  readonly proposing: Pick<SessionProposer, 'subscribe' | 'propose'>;
  readonly clock: Clock;
  readonly request: PairRequest;
  /** The proposal that an earlier attempt kept for reuse. */
  readonly previousProposal: PublishedProposal | null;
  /** Creates the sign-in to request with the next URI; `undefined` for none. */
  readonly createSignIn: (signal: AbortSignal) => Promise<ProposedSignIn | undefined>;
  /** Opens the session that a wallet settled. */
  readonly openSession: (session: ProtocolSession) => RemoteSession;
  /**
   * Restores the proposals of earlier page loads, the newest first, and removes expired ones.
   * @param claim called with each id before messages of its wallet are handled
   */
  readonly restore: (claim: (id: number) => void, signal: AbortSignal) => Promise<readonly PublishedProposal[]>;
  /** Same as `restore`, without waiting for the result. */
  readonly restoreInBackground: (claim: (id: number) => void, signal: AbortSignal) => void;
}

/** Delay before a failed renewal of the URI is retried. */
const RENEWAL_RETRY_MS = 5_000;
/** Time limit for a new URI after the displayed one has expired, as after a device sleep. Until then the relay's error is the one reported. */
const RENEWAL_TIMEOUT_MS = 60_000;

/** Maps the wallet's error response to the error that the user sees. */
const toRejectionError = (error: Error): Error => {
  if (!(error instanceof PeerError)) return error;
  const { code, message } = error;
  const method = 'wc_sessionPropose';
  const refusal = rejectionKindOf(code);
  if (refusal === 'rejected') return new LatchkeyError('wallet/rejected', { method }, { cause: error });
  if (refusal === 'unsupported') return new LatchkeyError('wallet-protocol/unsupported-chains', { detail: message }, { cause: error });
  return new LatchkeyError('wallet/request-failed', { method, rpcCode: code }, { cause: error });
};

/** One attempt to pair: the URIs that it displays, and the session of the first wallet that approves one of them. */
export class PairingAttempt {
  readonly #deps: PairingAttemptDeps;
  readonly #controller = new AbortController();
  readonly #ownIds = new Set<number>();
  /** Ids of earlier page loads, and possibly of other tabs: their approvals are accepted, their errors are ignored. */
  readonly #restoredIds = new Set<number>();
  readonly #outcome: Promise<RemoteSession>;
  readonly #unsubscribe: () => void;
  #isSettled = false;
  /** Session that is settled but not yet returned to the caller. */
  #unusedSession: RemoteSession | null = null;
  #displayedProposal: PublishedProposal | null = null;

  constructor(deps: PairingAttemptDeps) {
    this.#deps = deps;
    if (deps.previousProposal !== null) this.#ownIds.add(deps.previousProposal.id);
    let unsubscribe = (): void => undefined;
    this.#outcome = new Promise((resolve, reject) => {
      unsubscribe = deps.proposing.subscribe((outcome) => {
        const isApproved = 'session' in outcome;
        if (!this.#ownIds.has(outcome.id) && !(isApproved && this.#restoredIds.has(outcome.id))) return false;
        // An expired URI is not an outcome: the next one replaces it.
        if ('error' in outcome && isLatchkeyError(outcome.error, 'pairing/expired')) return true;
        // Only one approval counts: a session settled for another URI later is disconnected.
        unsubscribe();
        this.#isSettled = true;
        if (isApproved)
          return () => {
            this.#unusedSession = deps.openSession(outcome.session);
            resolve(this.#unusedSession);
          };
        reject(toRejectionError(outcome.error));
        return true;
      });
    });
    // The promise may reject after the caller has stopped waiting.
    this.#outcome.catch(() => undefined);
    this.#unsubscribe = unsubscribe;
  }

  /** The displayed proposal, if a wallet can still approve it; `null` once the attempt has an outcome. */
  get displayedProposal(): PublishedProposal | null {
    return this.#isSettled ? null : this.#displayedProposal;
  }

  /** Session that was settled but never returned to the caller. */
  get unusedSession(): RemoteSession | null {
    return this.#unusedSession;
  }

  /** Displays URIs until a wallet approves one or a signal is aborted. */
  async session(...signals: readonly AbortSignal[]): Promise<RemoteSession> {
    const { signal } = this.#controller;
    const abort = (): void => this.#controller.abort(signals.find(({ aborted }) => aborted)?.reason);
    for (const each of signals) each.addEventListener('abort', abort, { once: true });
    try {
      const session = await Promise.race([this.#outcome, abortable(this.#display(signal), signal)]);
      signal.throwIfAborted();
      this.#unusedSession = null;
      return session;
    } finally {
      for (const each of signals) each.removeEventListener('abort', abort);
      this.#unsubscribe();
      this.#controller.abort();
    }
  }

  async #display(signal: AbortSignal): Promise<never> {
    const { relay, clock, request, restoreInBackground } = this.#deps;
    await relay.open(signal);
    // A wallet may have approved a URI that an earlier page load displayed.
    if (!request.shouldReuseUri) restoreInBackground((id) => this.#restoredIds.add(id), signal);
    let proposal = (request.shouldReuseUri ? await this.#findReusable(signal) : undefined) ?? (await this.#propose(signal));
    for (;;) {
      signal.throwIfAborted();
      this.#ownIds.add(proposal.id);
      this.#displayedProposal = proposal;
      request.onUri(proposal);
      await waitUntilDue(renewalDelay(proposal.expiresAt, clock.now()), clock, signal);
      proposal = await this.#renew(proposal, signal);
    }
  }

  /** Restores the proposals of earlier page loads and returns the newest one whose URI is still valid. */
  async #findReusable(signal: AbortSignal): Promise<PublishedProposal | undefined> {
    const { restore, clock, previousProposal } = this.#deps;
    const restored = await restore((id) => this.#ownIds.add(id), signal);
    return [...(previousProposal === null ? [] : [previousProposal]), ...restored].find(
      ({ expiresAt }) => !isPairingExpired(expiresAt, clock.now()),
    );
  }

  /**
   * Publishes the next URI. If the relay is unreachable, the displayed one stays until it expires. After a device sleep longer than
   * that, no URI is displayed until there is a new one.
   */
  async #renew(displayed: PublishedProposal, signal: AbortSignal): Promise<PublishedProposal> {
    const { clock, request } = this.#deps;
    const remainingMs = Math.max(0, displayed.expiresAt - PAIRING_MARGIN_MS - clock.now());
    const timers = new Subscription();
    timers.add(onAbort(signal, () => timers.unsubscribe()));
    const timeout = new Promise<never>((_, reject) => {
      const onTimeout = (): void => reject(new LatchkeyError('pairing/expired', {}));
      timers.add(clock.scheduler.schedule(() => request.onUri(null), remainingMs));
      timers.add(clock.scheduler.schedule(onTimeout, remainingMs + RENEWAL_TIMEOUT_MS));
    });
    try {
      return await Promise.race([this.#proposeWithRetry(displayed, signal), timeout]);
    } finally {
      timers.unsubscribe();
    }
  }

  async #proposeWithRetry(displayed: PublishedProposal, signal: AbortSignal): Promise<PublishedProposal> {
    const { clock } = this.#deps;
    for (;;) {
      try {
        return await this.#propose(signal);
      } catch (error) {
        if (signal.aborted || isPairingExpired(displayed.expiresAt, clock.now())) throw error;
        await pause(RENEWAL_RETRY_MS, clock, signal);
      }
    }
  }

  async #propose(signal: AbortSignal): Promise<PublishedProposal> {
    const { request, proposing, createSignIn } = this.#deps;
    const { optionalNamespaces, requiredNamespaces } = request;
    const signIn = await createSignIn(signal);
    return proposing.propose({ optionalNamespaces, requiredNamespaces, signIn }, signal);
  }
}

/** Interval of the clock check. It limits the delay with which an expiry is noticed after a device sleep. */
const CLOCK_CHECK_MS = 5_000;

/**
 * Waits for a duration, measured by timers or by the clock, whichever elapses first: browser timers pause while the device sleeps, and
 * the clock may be set back. Rejects with the signal's reason.
 * @see https://w3c.github.io/hr-time/#dfn-monotonic-clock
 */
const waitUntilDue = async (ms: number, clock: Clock, signal: AbortSignal): Promise<void> => {
  const dueAt = clock.now() + ms;
  for (let remainingMs = ms; remainingMs > 0 && clock.now() < dueAt; remainingMs -= CLOCK_CHECK_MS)
    await pause(Math.min(remainingMs, CLOCK_CHECK_MS), clock, signal);
};
