import {
  type AttestationClaims,
  type AttestedOrigin,
  unknownOrigin,
  verifyAttestation,
} from '../../domain/wallet-protocol/origin/attestation.js';
import { ATTESTATION_TIMEOUT_MS } from '../../domain/wallet-protocol/origin/attestation-service.js';
import { pause } from '../shared/pause.js';
import type { Attestation, MessageHashes, OriginLookup, ReceivedAttestation } from './attestation.port.js';
import type { Clock } from './clock.port.js';

/** Behaviour of a fake attestation service. */
export type FakeAttestationMode = 'working' | 'unreachable' | 'never';

/** In-memory attestation service with a switch for every failure. Origins attested for one app can be looked up by wallets. */
export class FakeAttestationService {
  mode: FakeAttestationMode = 'working';
  /** Origins flagged as scams. */
  readonly scams = new Set<string>();
  /** Origins that are not verified by the project. */
  readonly unlisted = new Set<string>();
  /** Origins by message hash. */
  readonly origins = new Map<string, string>();
  /** Signed attestations, by JWT. */
  readonly signed = new Map<string, AttestationClaims>();
  /** Calls so far, oldest first. */
  readonly calls: (
    | { readonly call: 'attest'; readonly message: MessageHashes }
    | { readonly call: 'verify'; readonly attestation: ReceivedAttestation }
    | { readonly call: 'lookUp'; readonly message: OriginLookup }
  )[] = [];

  /** Signs an attestation and returns its JWT. @param id SHA-256 of the envelope, hex */
  sign(id: string, origin: string, exp = Number.MAX_SAFE_INTEGER): string {
    const jwt = `jwt-${this.signed.size}`;
    this.signed.set(jwt, { id, origin, exp, isScam: this.scams.has(origin), isVerified: !this.unlisted.has(origin) });
    return jwt;
  }
}

/**
 * Client of the attestation service.
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

  /** @param origin of the web page; `null`, the default, outside a browser */
  constructor(service: FakeAttestationService, clock: Clock, origin: string | null = null) {
    this.#service = service;
    this.#clock = clock;
    this.attest = origin === null ? null : (message, signal) => this.#attest(message, origin, signal);
  }

  async verify(attestation: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin> {
    this.#service.calls.push({ call: 'verify', attestation });
    if (!(await this.#isReachable(signal))) return unknownOrigin('unreachable');
    const claims = this.#service.signed.get(attestation.jwt) ?? null;
    if (claims === null) return unknownOrigin('wrongSignature');
    const { envelopeId } = attestation;
    const key = { expiresAt: Number.MAX_SAFE_INTEGER };
    return verifyAttestation({ claims, envelopeId, key, isSigned: true, nowMs: this.#clock.now() });
  }

  async lookUp(message: OriginLookup, signal: AbortSignal): Promise<AttestedOrigin> {
    this.#service.calls.push({ call: 'lookUp', message });
    if (!(await this.#isReachable(signal))) return unknownOrigin('unreachable');
    const origin = this.#service.origins.get(message.messageId);
    if (origin === undefined || this.#service.unlisted.has(origin)) return unknownOrigin('none');
    return { isKnown: true, origin, isScam: this.#service.scams.has(origin) };
  }

  async #attest(message: MessageHashes, origin: string, signal: AbortSignal): Promise<string | null> {
    this.#service.calls.push({ call: 'attest', message });
    if (!(await this.#isReachable(signal))) return null;
    this.#service.origins.set(message.messageId, origin);
    return this.#service.sign(message.envelopeId, origin);
  }

  async #isReachable(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const { mode } = this.#service;
    if (mode === 'never') await pause(ATTESTATION_TIMEOUT_MS, this.#clock, signal);
    return mode === 'working';
  }
}
