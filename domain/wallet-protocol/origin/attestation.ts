import * as v from 'valibot';
import { base64ToBytes, utf8Text } from '../../base64.js';
import { flagSchema, parseJson, parseOrNull } from '../../wire.js';

/** Claims of a verify service's attestation. */
const claimsSchema = v.object({
  /** SHA-256 of the attested envelope, hex. */
  id: v.string(),
  /** Origin of the message, such as `https://app.example`. */
  origin: v.string(),
  /** Seconds since 1970. */
  exp: v.number(),
  isScam: flagSchema,
  /** True if the project's owner has listed the origin. */
  isVerified: flagSchema,
});

export type AttestationClaims = v.InferOutput<typeof claimsSchema>;

/** @see https://www.rfc-editor.org/rfc/rfc7519#section-3 */
const JWT = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/** Reads the claims of an attestation JWT without verifying its signature; `null` if it is invalid. */
export const readAttestation = (jwt: string): AttestationClaims | null => {
  const [, payload = ''] = JWT.exec(jwt) ?? [];
  const bytes = base64ToBytes(payload);
  return parseOrNull(claimsSchema, parseJson((bytes === null ? null : utf8Text(bytes)) ?? ''));
};

/** A stored public key of the service. */
export interface AttestationKey {
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Tests whether a stored key is still valid. An expired one is fetched again. */
export const isKeyFresh = ({ expiresAt }: AttestationKey, nowMs: number): boolean => expiresAt * 1_000 >= nowMs;

/** Why an attestation proves no origin. */
export const ATTESTATION_FAILURES = {
  none: 'There is no attestation',
  otherMessage: 'The attestation is for another message',
  keyExpired: 'The attestation key has expired',
  wrongSignature: 'Invalid signature',
  expired: 'JWT attestation expired',
  notVerified: 'The origin is not verified',
  unreachable: 'The verify service cannot be reached',
} as const;

/** The attested origin of a message, or why it is unknown. */
export type AttestedOrigin =
  | { readonly isKnown: true; readonly origin: string; readonly isScam: boolean }
  | { readonly isKnown: false; readonly reason: (typeof ATTESTATION_FAILURES)[keyof typeof ATTESTATION_FAILURES] };

/** An attestation and the results of its checks. */
export interface AttestationFacts {
  /** `null` without an attestation, or if it is invalid. */
  readonly claims: AttestationClaims | null;
  /** SHA-256 of the received envelope, hex. */
  readonly envelopeId: string;
  /** The key that verified the signature. */
  readonly key: AttestationKey;
  /** True if the signature is valid. */
  readonly isSigned: boolean;
  readonly nowMs: number;
}

export const unknownOrigin = (reason: keyof typeof ATTESTATION_FAILURES): AttestedOrigin => ({
  isKnown: false,
  reason: ATTESTATION_FAILURES[reason],
});

/**
 * Evaluates an attestation. It is valid if it is for this envelope, is signed with a valid key, has not expired, and its origin is listed
 * by the project.
 */
export const verifyAttestation = ({ claims, envelopeId, key, isSigned, nowMs }: AttestationFacts): AttestedOrigin => {
  if (claims === null) return unknownOrigin('none');
  if (claims.id !== envelopeId) return unknownOrigin('otherMessage');
  if (!isKeyFresh(key, nowMs)) return unknownOrigin('keyExpired');
  if (!isSigned) return unknownOrigin('wrongSignature');
  if (claims.exp * 1_000 < nowMs) return unknownOrigin('expired');
  return claims.isVerified ? { isKnown: true, origin: claims.origin, isScam: claims.isScam } : unknownOrigin('notVerified');
};

const lookupSchema = v.object({ origin: v.pipe(v.string(), v.nonEmpty()), isScam: flagSchema });

/** Reads the result of a lookup by message hash, which older wallets use. */
export const readOriginLookup = (value: unknown): AttestedOrigin => {
  const found = parseOrNull(lookupSchema, value);
  return found === null ? unknownOrigin('none') : { isKnown: true, ...found };
};

/** Failures that a lookup may resolve: the attestation is for this message, but it cannot be trusted. */
const LOOKUP_REASONS: readonly string[] = [
  ATTESTATION_FAILURES.keyExpired,
  ATTESTATION_FAILURES.wrongSignature,
  ATTESTATION_FAILURES.expired,
];

/** Tests whether to look up the origin by message hash after the attestation failed. */
export const shouldLookUpOrigin = (attested: AttestedOrigin): boolean => !attested.isKnown && LOOKUP_REASONS.includes(attested.reason);
