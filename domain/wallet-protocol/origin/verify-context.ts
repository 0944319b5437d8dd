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
export const verifyContext = ({ url, origin, verifyUrl }: ClaimedOrigin, attested: AttestedOrigin | null): VerifyContext =>
  attested?.isKnown
    ? { verified: { origin: attested.origin, validation: validateOrigin(origin, attested.origin), verifyUrl, isScam: attested.isScam } }
    : { verified: { origin: url, validation: 'UNKNOWN', verifyUrl } };

/**
 * Verifies the origin of a message received by link. No service is needed: the operating system verifies the owner of the link that
 * receives the response.
 * @param linkOrigin the origin of the sender's universal link; `null` without link mode
 */
export const linkVerifyContext = ({ url, origin, verifyUrl }: ClaimedOrigin, linkOrigin: string | null): VerifyContext => ({
  verified: { origin: url, validation: validateOrigin(origin, linkOrigin), verifyUrl },
});

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
