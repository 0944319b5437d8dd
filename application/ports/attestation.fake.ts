import {
  type AttestationClaims,
  type AttestedOrigin,
  attestedOrigin,
  unknownOrigin,
} from '../../domain/wallet-protocol/origin/attestation.js';
import { ATTESTATION_TIMEOUT_MS } from '../../domain/wallet-protocol/origin/attestation-service.js';
import { pause } from '../shared/pause.js';
import type { Attestation, OriginLookup, ReceivedAttestation, SealedIds } from './attestation.port.js';
import type { Clock } from './clock.port.js';

/** How a fake service behaves: it answers, or cannot be reached, or never answers. */
export type FakeAttestationMode = 'working' | 'unreachable' | 'never';

/** A service that attests origins, in memory: what one page has attested, the other looks up. It has a switch for every failure. */
export class FakeAttestationService {
  mode: FakeAttestationMode = 'working';
  /** Origins that it warns of. */
  readonly scams = new Set<string>();
  /** Origins that the project has not listed. */
  readonly unlisted = new Set<string>();
  /** By the hash of the message. */
  readonly origins = new Map<string, string>();
  /** Attestations that it has signed. */
  readonly signed = new Map<string, AttestationClaims>();
  /** Every question so far, oldest first. */
  readonly calls: (
    | { readonly call: 'attest'; readonly message: SealedIds }
    | { readonly call: 'verify'; readonly attestation: ReceivedAttestation }
    | { readonly call: 'lookUp'; readonly message: OriginLookup }
  )[] = [];

  /** An attestation that it has signed. @param id SHA-256 of the envelope, hex */
  sign(id: string, origin: string, exp = Number.MAX_SAFE_INTEGER): string {
    const jwt = `jwt-${this.signed.size}`;
    this.signed.set(jwt, { id, origin, exp, isScam: this.scams.has(origin), isVerified: !this.unlisted.has(origin) });
    return jwt;
  }
}

/**
 * How a page sees the service.
 * @example
 * const service = new FakeAttestationService();
 * const app = new FakeAttestation(service, clock, 'https://app.example');
 * const wallet = new FakeAttestation(service, clock);
 * service.mode = 'unreachable';
 */
export class FakeAttestation implements Attestation {
  readonly #service: FakeAttestationService;
  readonly #clock: Clock;
  readonly attest: Attestation['attest'];

  /** @param origin of the page; `null`, the default, outside of one */
  constructor(service: FakeAttestationService, clock: Clock, origin: string | null = null) {
    this.#service = service;
    this.#clock = clock;
    this.attest = origin === null ? null : (message, signal) => this.#attest(message, origin, signal);
  }

  async verify(attestation: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin> {
    this.#service.calls.push({ call: 'verify', attestation });
    if (!(await this.#isReached(signal))) return unknownOrigin('unreachable');
    const claims = this.#service.signed.get(attestation.jwt) ?? null;
    if (claims === null) return unknownOrigin('wrongSignature');
    const { envelopeId } = attestation;
    const key = { expiresAt: Number.MAX_SAFE_INTEGER };
    return attestedOrigin({ claims, envelopeId, key, isSigned: true, nowMs: this.#clock.now() });
  }

  async lookUp(message: OriginLookup, signal: AbortSignal): Promise<AttestedOrigin> {
    this.#service.calls.push({ call: 'lookUp', message });
    if (!(await this.#isReached(signal))) return unknownOrigin('unreachable');
    const origin = this.#service.origins.get(message.messageId);
    if (origin === undefined || this.#service.unlisted.has(origin)) return unknownOrigin('none');
    return { isKnown: true, origin, isScam: this.#service.scams.has(origin) };
  }

  async #attest(message: SealedIds, origin: string, signal: AbortSignal): Promise<string | null> {
    this.#service.calls.push({ call: 'attest', message });
    if (!(await this.#isReached(signal))) return null;
    this.#service.origins.set(message.messageId, origin);
    return this.#service.sign(message.envelopeId, origin);
  }

  async #isReached(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const { mode } = this.#service;
    if (mode === 'never') await pause(ATTESTATION_TIMEOUT_MS, this.#clock, signal);
    return mode === 'working';
  }
}
