import {
  ATTESTATION_FAILURES,
  type AttestedOrigin,
  shouldLookUpOrigin,
  unknownOrigin,
} from '../../../domain/wallet-protocol/origin/attestation.js';
import { ATTESTATION_TIMEOUT_MS, attestationServerUrl } from '../../../domain/wallet-protocol/origin/attestation-service.js';
import {
  linkVerifyContext,
  ORIGIN_CHECK_TIMEOUT_MS,
  sessionLinkVerifyContext,
  verifyContext,
  verifyServer,
} from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { Attestation, MessageHashes } from '../../ports/attestation.port.js';
import type { Clock } from '../../ports/clock.port.js';
import { pause } from '../../shared/pause.js';
import { requestWithTimeout } from '../../shared/request-with-timeout.js';
import type { OriginCheck } from './engine-context.js';
import { originOf } from './sign-in-origin.js';

export interface OriginCheckerOptions {
  /** Verify service of this party: the `verifyUrl` of its metadata. Without one, no service is queried. */
  readonly verifyUrl: string | undefined;
  readonly attestation: Attestation;
  readonly clock: Clock;
}

/** A message as the subject of an attestation. */
export interface AttestedMessage {
  /** SHA-256 of the envelope, hex. */
  readonly envelopeId: string;
  /** SHA-256 of the message, hex; omitted if no attestation should be queried. */
  readonly messageId?: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  /** A JWT, or `''` if the sender has none; omitted if it must be queried. */
  readonly attestation?: string;
}

/** Delay before a pending attestation is queried again, in milliseconds. */
const LOOKUP_RETRY_MS = 200;

/** Maximum number of cached attestations, which are used when a message is published again. */
const MAX_CACHED_ATTESTATIONS = 100;

/**
 * Verifies the origin of messages, and requests attestations of this party's origin. Messages are not delayed by it: an attestation is
 * requested while the message is published, and an origin that is not verified within a second counts as unknown.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 */
export class OriginChecker {
  readonly #options: OriginCheckerOptions;
  /** The verify service; `null` for none. */
  readonly #server: string | null;
  /** Attestations by envelope hash; `null` while there is no response. */
  readonly #attestations = new Map<string, string | null>();
  readonly #controller = new AbortController();

  /**
   * Requests an attestation of a message while it is published. Returns the attestation only if it is already cached, as on a repeated
   * publish; otherwise the receiver queries the service. `null` if there is no service.
   */
  readonly attest: ((ids: MessageHashes) => string | null) | null;

  constructor(options: OriginCheckerOptions) {
    this.#options = options;
    this.#server = attestationServerUrl(options.verifyUrl);
    this.attest = this.#server === null || options.attestation.attest === null ? null : (ids) => this.#attest(ids);
  }

  /** Verifies a message's origin within a second. Never settles once disposed: the next page load checks again. */
  readonly check: OriginCheck = async ({ origin, session }, { url, verifyUrl }) => {
    const claimed = { url, origin: originOf(url), verifyUrl: verifyServer(verifyUrl, this.#server) ?? '' };
    if (origin.transport === 'link_mode')
      return session === undefined ? linkVerifyContext(claimed, originOf(origin.appLink)) : sessionLinkVerifyContext(claimed, session);
    // It rejects only when disposed. Then nothing may be emitted or stored.
    const attested = this.resolve(origin, verifyUrl, ORIGIN_CHECK_TIMEOUT_MS).catch(() => new Promise<never>(() => undefined));
    return verifyContext(claimed, await attested);
  };

  /**
   * Returns the attestation of a message; `null` if there is none within five seconds.
   * @throws the reason of {@link dispose}
   */
  async attestation(ids: MessageHashes): Promise<string | null> {
    const { attest } = this.#options.attestation;
    return attest === null || this.#server === null
      ? null
      : this.#withTimeout(ATTESTATION_TIMEOUT_MS, (signal) => attest(ids, signal), null);
  }

  /**
   * Queries the service for the origin of a message.
   * @param verifyUrl verify service named by the sender
   * @param withinMs default: five seconds
   * @throws the reason of {@link dispose}
   */
  async resolve(
    message: AttestedMessage,
    verifyUrl: string | undefined,
    withinMs: number = ATTESTATION_TIMEOUT_MS,
  ): Promise<AttestedOrigin> {
    const server = verifyServer(verifyUrl, this.#server);
    if (server === null || message.attestation === '') return unknownOrigin('none');
    return this.#withTimeout(withinMs, (signal) => this.#resolve(server, message, signal), unknownOrigin('unreachable'));
  }

  /** Aborts pending queries. @param reason of their rejection; default: an `AbortError` */
  dispose(reason?: unknown): void {
    this.#controller.abort(reason);
    this.#attestations.clear();
  }

  #attest(ids: MessageHashes): string | null {
    const cached = this.#attestations.get(ids.envelopeId);
    if (cached !== undefined || this.#controller.signal.aborted) return cached ?? null;
    this.#attestations.set(ids.envelopeId, null);
    const [oldest] = this.#attestations.keys();
    if (this.#attestations.size > MAX_CACHED_ATTESTATIONS && oldest !== undefined) this.#attestations.delete(oldest);
    this.attestation(ids).then(
      (jwt) => {
        if (jwt !== null && this.#attestations.has(ids.envelopeId)) this.#attestations.set(ids.envelopeId, jwt);
      },
      // Rejects only when disposed.
      () => undefined,
    );
    return null;
  }

  async #resolve(server: string, message: AttestedMessage, signal: AbortSignal): Promise<AttestedOrigin> {
    const { clock, attestation: service } = this.#options;
    const { envelopeId, messageId, publishedAt, attestation } = message;
    if (attestation !== undefined) {
      const attested = await service.verify({ server, jwt: attestation, envelopeId }, signal);
      if (!shouldLookUpOrigin(attested)) return attested;
    }
    if (messageId === undefined) return unknownOrigin('none');
    for (;;) {
      const found = await service.lookUp({ server, messageId }, signal);
      // The sender requests its attestation while it publishes the message, so it may arrive later.
      const isPossiblyPending = attestation === undefined && clock.now() - publishedAt < ATTESTATION_TIMEOUT_MS;
      if (found.isKnown || found.reason !== ATTESTATION_FAILURES.none || !isPossiblyPending) return found;
      await pause(LOOKUP_RETRY_MS, clock, signal);
    }
  }

  /** Runs a request with a timeout. Throws once disposed. */
  async #withTimeout<Result>(withinMs: number, request: (signal: AbortSignal) => Promise<Result>, fallback: Result): Promise<Result> {
    const { signal: lifetime } = this.#controller;
    lifetime.throwIfAborted();
    try {
      return await requestWithTimeout(withinMs, this.#options.clock, lifetime, request);
    } catch {
      lifetime.throwIfAborted();
      return fallback;
    }
  }
}
