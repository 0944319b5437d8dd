import type { Cacao } from './cacao.js';
import { parseDateTime } from './rfc-3339.js';

/** Fields of a signed message. Times are RFC 3339 texts. @see https://chainagnostic.org/CAIPs/caip-122 */
export interface SignInData {
  readonly accountAddress: string;
  /** CAIP-2. Not checked: services of an app create messages and return sessions. */
  readonly chainId: `${string}:${string}`;
  readonly domain: string;
  readonly uri: string;
  readonly version: string;
  readonly nonce: string;
  readonly issuedAt?: string | undefined;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly statement?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** An account that is signed in on one chain, with the message that it signed. */
export interface SignInSession {
  readonly data: SignInData;
  /** The signed text; empty if the service does not keep it. */
  readonly message: string;
  /** In the encoding of the namespace's wallets; empty if the service does not keep it. */
  readonly signature: string;
  /** The object that a WalletConnect wallet signed while connecting. */
  readonly cacao?: Cacao | undefined;
}

/** A nonce is valid for five minutes: an older message is created anew before it is signed. */
export const MESSAGE_LIFETIME_MS = 240_000;

/** End of a session, in milliseconds since 1970; `Infinity` without an expiration time. */
export const expiryOf = ({ data: { expirationTime } }: Pick<SignInSession, 'data'>): number =>
  expirationTime === undefined ? Infinity : (parseDateTime(expirationTime) ?? Infinity);
