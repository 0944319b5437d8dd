import type { AttestedOrigin } from '../../domain/wallet-protocol/origin/attestation.js';

/** Hashes by which a message is known to a service that attests where it came from: SHA-256, hex. */
export interface SealedIds {
  /** Of the envelope. */
  readonly envelopeId: string;
  /** Of the message inside of it, as the JSON that was sealed. */
  readonly messageId: string;
}

/** An attestation that came with a message. */
export interface ReceivedAttestation {
  /** Address of the service whose key it is checked with, such as `https://verify.example`. */
  readonly server: string;
  readonly jwt: string;
  /** SHA-256 of the envelope that it came with, hex. */
  readonly envelopeId: string;
}

/** A message whose origin is looked up, because it came without an attestation. */
export interface OriginLookup {
  /** Address of the service. */
  readonly server: string;
  /** SHA-256 of the message, hex. */
  readonly messageId: string;
}

/**
 * A service that attests where messages come from. Nothing is loaded or fetched before the first call. A service that cannot be reached, or
 * answers nothing within five seconds, says nothing; calls reject only with the reason of their signal.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 */
export interface Attestation {
  /**
   * Has the origin of this page attested for a message: a JWT, or `null` where the service gives none. Is `null` itself where there is no page
   * that has an origin, as in Node.
   */
  readonly attest: ((message: SealedIds, signal: AbortSignal) => Promise<string | null>) | null;
  /** What an attestation says, once its signature was checked. */
  verify(attestation: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin>;
  /** Where a message came from, as the service remembers it. */
  lookUp(message: OriginLookup, signal: AbortSignal): Promise<AttestedOrigin>;
}
