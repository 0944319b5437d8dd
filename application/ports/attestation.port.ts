import type { AttestedOrigin } from '../../domain/wallet-protocol/origin/attestation.js';

/** SHA-256 hashes, hex, that identify a message to the attestation service. */
export interface MessageHashes {
  /** Hash of the envelope. */
  readonly envelopeId: string;
  /** Hash of the message in the envelope: the JSON before encryption. */
  readonly messageId: string;
}

/** An attestation received with a message. */
export interface ReceivedAttestation {
  /** URL of the service whose key verifies the attestation, e.g. `https://verify.example`. */
  readonly server: string;
  readonly jwt: string;
  /** SHA-256 of the received envelope, hex. */
  readonly envelopeId: string;
}

/** Origin lookup for a message received without an attestation. */
export interface OriginLookup {
  /** URL of the service. */
  readonly server: string;
  /** SHA-256 of the message, hex. */
  readonly messageId: string;
}

/**
 * A service that attests the origin of messages (Verify API). Nothing is loaded or fetched before the first call. If the service is
 * unreachable or does not respond within 5 s, calls resolve without an attestation or origin; they reject only with the reason of their signal.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 */
export interface Attestation {
  /**
   * Requests an attestation of this web page's origin for a message: a JWT, or `null` if the service returns none. `attest` itself is
   * `null` in environments without an origin, such as Node.
   */
  readonly attest: ((message: MessageHashes, signal: AbortSignal) => Promise<string | null>) | null;
  /** Verifies the signature of an attestation and returns its content. */
  verify(attestation: ReceivedAttestation, signal: AbortSignal): Promise<AttestedOrigin>;
  /** Looks up the origin that the service recorded for a message. */
  lookUp(message: OriginLookup, signal: AbortSignal): Promise<AttestedOrigin>;
}
