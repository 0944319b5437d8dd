import { type AttestedOrigin, isLookedUpAfter, NO_ORIGIN, unknownOrigin } from '../../../domain/wallet-protocol/origin/attestation.js';
import { ATTESTATION_TIMEOUT_MS, attestationServer } from '../../../domain/wallet-protocol/origin/attestation-service.js';
import { linkVerifyContext, ORIGIN_CHECK_MS, verifyContext, verifyServer } from '../../../domain/wallet-protocol/origin/verify-context.js';
import type { Attestation, SealedIds } from '../../ports/attestation.port.js';
import type { Clock } from '../../ports/clock.port.js';
import { askWithin } from '../../shared/ask-within.js';
import { pause } from '../../shared/pause.js';
import type { OriginCheck } from './engine-context.js';

/** What checks origins, and has the own one attested. */
export interface OriginCheckerOptions {
  /** The service that this party has configured: the `verifyUrl` of its metadata. Without one nothing is asked. */
  readonly verifyUrl: string | undefined;
  readonly attestation: Attestation;
  readonly clock: Clock;
}

/** A message that an attestation can belong to. */
export interface AttestedMessage {
  /** SHA-256 of the envelope, hex. */
  readonly envelopeId: string;
  /** SHA-256 of the message inside of it, hex; left out where nothing is to be looked up. */
  readonly messageId?: string;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
  /** A JWT, or `''` where the sender has none; left out where it is to be looked up. */
  readonly attestation?: string;
}

/** How soon the service is asked again for a message whose attestation is on its way, in milliseconds. */
const AGAIN_MS = 200;

/** How many attestations are remembered, each for the case that its message is handed to the relay once more. */
const REMEMBERED = 100;

/** The origin of an address; `null` of one that has none, and of what is no address. @see https://url.spec.whatwg.org/#origin */
const originOf = (url: string | null): string | null => {
  try {
    const { origin } = new URL(url ?? '');
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
};

/**
 * Finds out where messages come from, and has the own origin attested. No message waits for it: an attestation is asked for beside the
 * message's way to the relay, and what is not found out within a second is unknown.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 */
export class OriginChecker {
  readonly #options: OriginCheckerOptions;
  /** The service that is asked; `null` for none. */
  readonly #server: string | null;
  /** By the hash of the envelope; `null` while nobody has answered. */
  readonly #attested = new Map<string, string | null>();
  readonly #life = new AbortController();

  /**
   * Has the origin of a message attested while the message goes its way: what travels with it is the attestation only where it is there already,
   * as when the message is handed over once more. Else whoever receives it asks the service. `null` where no attestation can be had.
   */
  readonly attest: ((ids: SealedIds) => string | null) | null;

  constructor(options: OriginCheckerOptions) {
    this.#options = options;
    this.#server = attestationServer(options.verifyUrl);
    this.attest = this.#server === null || options.attestation.attest === null ? null : (ids) => this.#attest(ids);
  }

  /** Says where a message came from, within a second. Once this is over it says nothing any more: the next page is asked. */
  readonly check: OriginCheck = async ({ origin }, { url, verifyUrl }) => {
    const claimed = { url, origin: originOf(url), verifyUrl: verifyServer(verifyUrl, this.#server) ?? '' };
    // Anybody can name the link of another. It proves something where the answer goes there alone.
    if (origin.transport === 'link_mode') return linkVerifyContext(claimed, originOf(origin.appLink));
    // It rejects at the end alone: a page that is over neither tells nor stores anything.
    const attested = this.resolve(origin, verifyUrl, ORIGIN_CHECK_MS).catch(() => new Promise<never>(() => undefined));
    return verifyContext(claimed, await attested);
  };

  /**
   * The attestation of a message, once it is there; `null` where there is none. Waits for it, up to five seconds.
   * @throws the reason of {@link dispose}
   */
  async attestation(ids: SealedIds): Promise<string | null> {
    const { attest } = this.#options.attestation;
    return attest === null || this.#server === null ? null : this.#ask(ATTESTATION_TIMEOUT_MS, (signal) => attest(ids, signal), null);
  }

  /**
   * What the service knows of a message.
   * @param verifyUrl the service that the message's sender names
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
    return this.#ask(withinMs, (signal) => this.#resolve(server, message, signal), unknownOrigin('unreachable'));
  }

  /** Withdraws every question. @param reason what those who wait are told; default: an `AbortError` */
  dispose(reason?: unknown): void {
    this.#life.abort(reason);
    this.#attested.clear();
  }

  #attest(ids: SealedIds): string | null {
    const known = this.#attested.get(ids.envelopeId);
    if (known !== undefined || this.#life.signal.aborted) return known ?? null;
    this.#attested.set(ids.envelopeId, null);
    const [oldest] = this.#attested.keys();
    if (this.#attested.size > REMEMBERED && oldest !== undefined) this.#attested.delete(oldest);
    this.attestation(ids).then(
      (jwt) => {
        if (jwt !== null && this.#attested.has(ids.envelopeId)) this.#attested.set(ids.envelopeId, jwt);
      },
      // Nobody asks any more.
      () => undefined,
    );
    return null;
  }

  async #resolve(server: string, message: AttestedMessage, signal: AbortSignal): Promise<AttestedOrigin> {
    const { clock, attestation: service } = this.#options;
    const { envelopeId, messageId, publishedAt, attestation } = message;
    if (attestation !== undefined) {
      const attested = await service.verify({ server, jwt: attestation, envelopeId }, signal);
      if (!isLookedUpAfter(attested)) return attested;
    }
    if (messageId === undefined) return unknownOrigin('none');
    for (;;) {
      const found = await service.lookUp({ server, messageId }, signal);
      // Its attestation was asked for while it was on its way here, and may still come.
      const isComing = attestation === undefined && clock.now() - publishedAt < ATTESTATION_TIMEOUT_MS;
      if (found.isKnown || found.reason !== NO_ORIGIN.none || !isComing) return found;
      await pause(AGAIN_MS, clock, signal);
    }
  }

  /** Asks, and withdraws what is not answered in time. Nobody is asked after the end. */
  async #ask<Answer>(withinMs: number, ask: (signal: AbortSignal) => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    const { signal: life } = this.#life;
    life.throwIfAborted();
    try {
      return await askWithin(withinMs, this.#options.clock, life, ask);
    } catch {
      life.throwIfAborted();
      return otherwise;
    }
  }
}
