import * as v from 'valibot';
import { flagSchema, read, readJson } from '../../wire.js';
import { base64ToBytes, utf8Text } from '../base64.js';

/** What the service that verifies origins says of a message. */
const claimsSchema = v.object({
  /** SHA-256 of the envelope that it is about, hex. */
  id: v.string(),
  /** Where the message came from, such as `https://app.example`. */
  origin: v.string(),
  /** Seconds since 1970. */
  exp: v.number(),
  isScam: flagSchema,
  /** Whether the owner of the project has listed the origin. */
  isVerified: flagSchema,
});

export type AttestationClaims = v.InferOutput<typeof claimsSchema>;

/** @see https://www.rfc-editor.org/rfc/rfc7519#section-3 */
const JWT = /^[\w-]+\.([\w-]+)\.[\w-]+$/;

/** The claims of a JWT, whoever signed it; `null` when it is none, or lacks what an attestation says. */
export const readAttestation = (jwt: string): AttestationClaims | null => {
  const [, payload = ''] = JWT.exec(jwt) ?? [];
  const bytes = base64ToBytes(payload);
  return read(claimsSchema, readJson((bytes === null ? null : utf8Text(bytes)) ?? ''));
};

/** A key that the service signs with, as it is stored. */
export interface AttestationKey {
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Whether a stored key may still be used; one that may not is asked for again. */
export const isKeyFresh = ({ expiresAt }: AttestationKey, nowMs: number): boolean => expiresAt * 1_000 >= nowMs;

/** Why an attestation says nothing. */
export const NO_ORIGIN = {
  none: 'There is no attestation',
  otherMessage: 'The attestation is about another message',
  keyExpired: 'The key of the attestation has expired',
  wrongSignature: 'Invalid signature',
  expired: 'JWT attestation expired',
  notVerified: 'The origin is not verified',
  unreachable: 'The service that attests origins cannot be reached',
} as const;

/** What is known of where a message came from. */
export type AttestedOrigin =
  | { readonly isKnown: true; readonly origin: string; readonly isScam: boolean }
  | { readonly isKnown: false; readonly reason: (typeof NO_ORIGIN)[keyof typeof NO_ORIGIN] };

/** An attestation with what had to be found out about it. */
export interface AttestationFacts {
  /** `null` when none came, or it could not be read. */
  readonly claims: AttestationClaims | null;
  /** SHA-256 of the envelope that came, hex. */
  readonly envelopeId: string;
  /** The key it was checked with. */
  readonly key: AttestationKey;
  /** Whether its signature is that of the key. */
  readonly isSigned: boolean;
  readonly nowMs: number;
}

/** Nothing is known of where a message came from. */
export const unknownOrigin = (reason: keyof typeof NO_ORIGIN): AttestedOrigin => ({ isKnown: false, reason: NO_ORIGIN[reason] });

/**
 * What an attestation says of where a message came from. It counts when it is about this very envelope, signed with a key
 * that is still good, not expired, and about an origin that the project has listed.
 */
export const attestedOrigin = ({ claims, envelopeId, key, isSigned, nowMs }: AttestationFacts): AttestedOrigin => {
  if (claims === null) return unknownOrigin('none');
  if (claims.id !== envelopeId) return unknownOrigin('otherMessage');
  if (!isKeyFresh(key, nowMs)) return unknownOrigin('keyExpired');
  if (!isSigned) return unknownOrigin('wrongSignature');
  if (claims.exp * 1_000 < nowMs) return unknownOrigin('expired');
  return claims.isVerified ? { isKnown: true, origin: claims.origin, isScam: claims.isScam } : unknownOrigin('notVerified');
};

const lookupSchema = v.object({ origin: v.pipe(v.string(), v.nonEmpty()), isScam: flagSchema });

/** Reads what the service answers to a lookup by the message's hash, as older wallets ask. */
export const readOriginLookup = (value: unknown): AttestedOrigin => {
  const found = read(lookupSchema, value);
  return found === null ? unknownOrigin('none') : { isKnown: true, ...found };
};

/** What a look-up may still answer: an attestation that is about this message, and only cannot be relied on. */
const LOOKED_UP: readonly string[] = [NO_ORIGIN.keyExpired, NO_ORIGIN.wrongSignature, NO_ORIGIN.expired];

/** Whether the service is worth asking by the message's hash after its attestation has said nothing. */
export const isLookedUpAfter = (attested: AttestedOrigin): boolean => !attested.isKnown && LOOKED_UP.includes(attested.reason);
