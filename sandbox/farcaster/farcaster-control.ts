import { overHttp } from '../process/control-endpoint.js';

/** How an answer is wrong, or the relay fails. */
export type FarcasterFaultMode =
  /** Signed for another login. */
  | { readonly mode: 'wrong-nonce' }
  /** Signed for another site. */
  | { readonly mode: 'wrong-domain' }
  /** Signed for another app of the site. */
  | { readonly mode: 'wrong-uri' }
  /** Signed by an address that has no custody of the id. */
  | { readonly mode: 'wrong-custody' }
  /** The message names the custody, and another key has signed it. */
  | { readonly mode: 'wrong-signature' }
  /** The message has expired. */
  | { readonly mode: 'expired' }
  /** The answer to the previous login. */
  | { readonly mode: 'replay' }
  /** The relay closes the connections of sites. */
  | { readonly mode: 'down' };

/** A fault of the relay or of the app. For tests only. */
export type FarcasterFault = FarcasterFaultMode & {
  /** Number of affected answers, or requests. Default 1. */
  readonly times?: number;
};

/** Test controls of the Farcaster app and its relay. */
export interface FarcasterControl {
  /** Signs in, like a user who has opened a URL or scanned its code. Default user: `alice`. @throws Error if the login is not open */
  approve(url: string, user?: string): Promise<void>;
  /** Rejects, like the user. */
  reject(url: string): Promise<void>;
  /** Gives the id of a user to another address, whose key the app does not have. */
  moveId(user: string): Promise<void>;
  /** Adds a fault. Faults apply in the order in which they were added. */
  addFault(fault: FarcasterFault): Promise<void>;
  /** Removes all pending faults. */
  clearFaults(): Promise<void>;
  /** Removes faults and logins. Ids stay. */
  reset(): Promise<void>;
}

/** Controls the Farcaster app of a running sandbox over HTTP. @param origin `sandbox.urls.farcaster` */
export const farcasterOverHttp = (origin: string, token: string): FarcasterControl => overHttp(origin, token);
