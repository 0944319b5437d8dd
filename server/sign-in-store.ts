import type { ChainId } from '../domain/caip/caip-2.js';

/** Nonces that a browser has at a time: an attacker who asks for more removes only their own. */
export const MAX_NONCES_PER_BROWSER = 50;

/** A nonce of a browser, identified by the id in its cookie. */
export interface StoredNonce {
  readonly browserId: string;
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** An account that is signed in. */
export interface SignInSession {
  readonly chainId: ChainId;
  readonly accountAddress: string;
  /** The signed text and its signature. */
  readonly message: string;
  readonly signature: string;
  /** Milliseconds since 1970. */
  readonly signedInAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A session with the sign-in that it belongs to, identified by the id in its cookie. */
export interface StoredSession extends SignInSession {
  readonly signInId: string;
}

/** The sessions of one account in some sign-ins, or all of these without one. */
export interface SignInSessionKey {
  readonly signInIds: readonly string[];
  readonly account?: Pick<SignInSession, 'chainId' | 'accountAddress'> | undefined;
}

/**
 * Stores nonces and sessions of the sign-in handler. All servers of a site share one store. Methods reject if the store cannot be read or
 * written; the handler then refuses the request. `now` is in milliseconds since 1970. A store deletes what has expired when it adds
 * something, and need not at other times.
 */
export interface SignInStore {
  /** Adds a nonce. Of more than 50 of one browser, those that expire first are removed. */
  addNonce(nonce: StoredNonce, now: number): Promise<void>;
  /** Removes a nonce that one of the browser ids has and that has not expired. Of concurrent calls with one nonce, exactly one returns `true`. */
  takeNonce(key: { readonly browserIds: readonly string[]; readonly nonce: string }, now: number): Promise<boolean>;
  /** Adds a session, or replaces that of the same sign-in, chain and address. */
  addSession(session: StoredSession, now: number): Promise<void>;
  /** The sessions of sign-ins that have not expired, the oldest first. */
  sessions(signInIds: readonly string[], now: number): Promise<readonly StoredSession[]>;
  removeSessions(key: SignInSessionKey): Promise<void>;
}
