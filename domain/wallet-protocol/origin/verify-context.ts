import type { AttestedOrigin } from './attestation.js';

/** Whether a message came from where its sender says: yes, no, or nobody knows. */
export type OriginValidation = 'VALID' | 'INVALID' | 'UNKNOWN';

/** What a wallet shows its owner about where a message came from. */
export interface VerifyContext {
  readonly verified: {
    readonly origin: string;
    readonly validation: OriginValidation;
    readonly verifyUrl: string;
    readonly isScam?: boolean;
  };
}

/** What a sender says of itself. */
export interface ClaimedOrigin {
  /** The address in its metadata. */
  readonly url: string;
  /** The origin of that address; `null` when it is no address. */
  readonly origin: string | null;
  /** The service that was asked, or would be. */
  readonly verifyUrl: string;
}

const verdict = (claimed: string | null, found: string | null): OriginValidation =>
  claimed !== null && claimed === found ? 'VALID' : 'INVALID';

/** The verdict on a message that came by the relay. Without an attested origin nobody knows. */
export const verifyContext = ({ url, origin, verifyUrl }: ClaimedOrigin, attested: AttestedOrigin | null): VerifyContext =>
  attested?.isKnown
    ? { verified: { origin: attested.origin, validation: verdict(origin, attested.origin), verifyUrl, isScam: attested.isScam } }
    : { verified: { origin: url, validation: 'UNKNOWN', verifyUrl } };

/**
 * The verdict on a message that came by link, where no service is asked: the system itself proves who owns the link that
 * answers go to.
 * @param linkOrigin the origin of the sender's link; `null` when it has none for messages
 */
export const linkVerifyContext = ({ url, origin, verifyUrl }: ClaimedOrigin, linkOrigin: string | null): VerifyContext => ({
  verified: { origin: url, validation: verdict(origin, linkOrigin), verifyUrl },
});

/** The public services that verify origins. */
const TRUSTED = ['https://verify.walletconnect.com', 'https://verify.walletconnect.org'];

/**
 * The service to ask about a message: the configured one. A sender may name another only among the public ones, and only
 * where one of those is configured. `null` when none is: then nothing is asked, and every origin is unknown.
 */
export const verifyServer = (named: string | undefined, configured: string | null): string | null =>
  named !== undefined && TRUSTED.includes(named) && configured !== null && TRUSTED.includes(configured) ? named : configured;

/** The calls that an attestation is asked for. */
const ATTESTED = ['wc_sessionPropose', 'wc_sessionRequest', 'wc_authRequest', 'wc_sessionAuthenticate'];

/** Whether a call is sent with an attestation where a service is configured. */
export const isAttested = (method: string): boolean => ATTESTED.includes(method);

/**
 * How long a wallet waits until it says that an origin is unknown, in milliseconds: looking it up, with all that belongs to it, takes no
 * longer.
 */
export const ORIGIN_CHECK_MS = 1_000;
