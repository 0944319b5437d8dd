import { overHttp } from '../process/control-endpoint.js';
import type { SocialProvider } from '../secure-site/protocol/login-user.js';

/** How a login fails. */
export type SocialFaultMode =
  /** The user's browser is sent back with this error, such as `server_error`. @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
  | { readonly mode: 'error'; readonly error: string }
  /** The provider's page never loads. */
  | { readonly mode: 'never' }
  /** The ID token has another nonce than the login. */
  | { readonly mode: 'wrong-nonce' }
  /** The provider has not verified the email address that the user gives. */
  | { readonly mode: 'unverified-email' }
  /** The token endpoint closes the connection. */
  | { readonly mode: 'tokens-down' };

/** A fault of the providers. For tests only. */
export type SocialFault = SocialFaultMode & {
  /** Default: any. */
  readonly provider?: SocialProvider;
  /** Number of affected logins. Default 1. */
  readonly times?: number;
};

/** A login that a user has begun or ended at a provider's page. */
export interface SocialVisit {
  readonly provider: SocialProvider;
  readonly outcome: 'shown' | 'continued' | 'cancelled';
}

/** Test controls of the providers. */
export interface SocialControl {
  /** Adds a fault. Faults apply in the order in which they were added. */
  addFault(fault: SocialFault): Promise<void>;
  /** Removes all pending faults. */
  clearFaults(): Promise<void>;
  /** With `true`, pages have `Cross-Origin-Opener-Policy: same-origin`, which cuts the connection to the window that opened them. Default: false. */
  setOpenerCut(on: boolean): Promise<void>;
  /** Returns what users have done since the last reset, oldest first. */
  visits(): Promise<readonly SocialVisit[]>;
  /** Removes faults, the opener policy and visits. */
  reset(): Promise<void>;
}

/** Controls the providers of a running sandbox over HTTP. @param origin `site.socials.origin` */
export const socialsOverHttp = (origin: string, token: string): SocialControl => overHttp(origin, token);
