import type { AttestedOrigin } from './attestation.js';

/** Result of origin verification: the claimed origin matches, does not match, or could not be verified. */
export type OriginValidation = 'VALID' | 'INVALID' | 'UNKNOWN';

/** Origin verification of a message, for display in the wallet. */
export interface VerifyContext {
  readonly verified: {
    readonly origin: string;
    readonly validation: OriginValidation;
    readonly verifyUrl: string;
    readonly isScam?: boolean;
  };
}

/** The origin that a sender claims. */
export interface ClaimedOrigin {
  /** URL of its metadata. */
  readonly url: string;
  /** Origin of the URL; `null` if it is invalid. */
  readonly origin: string | null;
  /** URL of the verify service. */
  readonly verifyUrl: string;
}

const validateOrigin = (claimed: string | null, verified: string | null): OriginValidation =>
  claimed !== null && claimed === verified ? 'VALID' : 'INVALID';

/** Verifies the origin of a message from the relay. UNKNOWN without an attested origin. */
export const verifyContext = (claimed: ClaimedOrigin, attested: AttestedOrigin | null): VerifyContext => {
  if (attested?.isKnown !== true) return unverified(claimed, 'UNKNOWN');
  const { origin, isScam } = attested;
  return { verified: { origin, validation: validateOrigin(claimed.origin, origin), verifyUrl: claimed.verifyUrl, isScam } };
};

const unverified = ({ url, verifyUrl }: ClaimedOrigin, validation: OriginValidation): VerifyContext => ({
  verified: { origin: url, validation, verifyUrl },
});

/**
 * Verifies the origin of a session's message received by link, which no service attests: the result of the session's proposal or sign-in,
 * UNKNOWN without one. Site and link are both chosen by the sender, so comparing them would prove nothing.
 */
export const sessionLinkVerifyContext = (claimed: ClaimedOrigin, session: { readonly verifyContext?: VerifyContext }): VerifyContext =>
  session.verifyContext ?? unverified(claimed, 'UNKNOWN');

/**
 * Verifies the origin of any other message received by link. Anyone who gets a user to open a link can write one, so it is never VALID:
 * UNKNOWN if the response only reaches the site that the sender claims, INVALID otherwise.
 * @param linkOrigin the origin of the link that receives the response; `null` if the response may also go through the relay
 */
export const linkVerifyContext = (claimed: ClaimedOrigin, linkOrigin: string | null): VerifyContext =>
  unverified(claimed, claimed.origin !== null && claimed.origin === linkOrigin ? 'UNKNOWN' : 'INVALID');

/**
 * Verifies a sign-in request: INVALID if the message to sign is for another site than the sender's, because its signature would be valid
 * there. Compares with the attested origin or, if it is unknown, the claimed one.
 * @param isForOrigin whether `domain` and `aud` of the message are the origin's
 * @see https://eips.ethereum.org/EIPS/eip-4361#verifying-domain-binding
 */
export const signInVerifyContext = (context: VerifyContext, isForOrigin: boolean): VerifyContext =>
  isForOrigin ? context : { verified: { ...context.verified, validation: 'INVALID' } };

/** The public verify services. */
const PUBLIC_VERIFY_SERVERS = ['https://verify.walletconnect.com', 'https://verify.walletconnect.org'];

/**
 * The verify service for a message: the configured one. A sender may select another public service, and only if a public one is
 * configured. `null` if none is configured: then every origin is UNKNOWN.
 */
export const verifyServer = (requested: string | undefined, configured: string | null): string | null =>
  requested !== undefined && PUBLIC_VERIFY_SERVERS.includes(requested) && configured !== null && PUBLIC_VERIFY_SERVERS.includes(configured)
    ? requested
    : configured;

/** Methods whose requests are attested. */
const ATTESTED_METHODS = ['wc_sessionPropose', 'wc_sessionRequest', 'wc_authRequest', 'wc_sessionAuthenticate'];

/** Tests whether a request is sent with an attestation, if a service is configured. */
export const isAttested = (method: string): boolean => ATTESTED_METHODS.includes(method);

/** Timeout of the whole origin verification, in milliseconds. After it the origin is UNKNOWN. */
export const ORIGIN_CHECK_TIMEOUT_MS = 1_000;
