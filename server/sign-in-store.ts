import type { ChainId } from '../domain/caip/caip-2.js';

/** A nonce of a browser, identified by the id in its cookie. */
export interface StoredNonce {
  readonly browserId: string;
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** An account that is signed in, in one browser. */
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

/** A session, or all of a browser without one. */
export interface SignInSessionKey {
  readonly browserId: string;
  readonly account?: Pick<SignInSession, 'chainId' | 'accountAddress'> | undefined;
}

/**
 * Stores nonces and sessions of the sign-in handler. All servers of a site share one store. Methods reject if the store cannot be read or
 * written; the handler then refuses the request.
 */
export interface SignInStore {
  addNonce(nonce: StoredNonce): Promise<void>;
  /**
   * Removes a nonce that has not expired. Of concurrent calls with one nonce, exactly one returns `true`.
   * @param now milliseconds since 1970
   */
  takeNonce(nonce: Pick<StoredNonce, 'browserId' | 'nonce'>, now: number): Promise<boolean>;
  /** Adds a session, or replaces that of the same browser, chain and address. */
  addSession(browserId: string, session: SignInSession): Promise<void>;
  /** The sessions of a browser that have not expired, the oldest first. @param now milliseconds since 1970 */
  sessions(browserId: string, now: number): Promise<readonly SignInSession[]>;
  removeSessions(key: SignInSessionKey): Promise<void>;
}
