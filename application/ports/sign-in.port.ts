import type { ChainId } from '../../domain/caip/caip-2.js';
import type { SignInData, SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { token } from '../shared/token.js';

/** The account to sign in. */
export interface SignInRequest {
  /** CAIP-2. */
  readonly chainId: ChainId;
  /** Empty if the wallet is to choose the account, as in one-click sign-in. */
  readonly accountAddress: string;
}

/** A message to sign: its fields, and `toString()` with the text. */
export interface SignInMessageRequest extends SignInData {
  toString(): string;
}

/**
 * Creates sign-in messages, verifies signatures and keeps sessions: the app's server, or what an app passes as `siwx`. Methods reject if the
 * service cannot be reached; that never ends a session.
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export interface SignInService {
  /** Creates a message with a new nonce. */
  createMessage(request: SignInRequest): Promise<SignInMessageRequest>;
  /** Verifies a signed message and adds its session. Rejects if it is refused; `sign-in/refused` has the reason. */
  addSession(session: SignInSession): Promise<void>;
  /**
   * Verifies messages that a wallet signed while connecting, and replaces the sessions of their accounts; an empty list removes all sessions.
   * Rejects, and changes nothing, if one is refused.
   */
  setSessions(sessions: readonly SignInSession[]): Promise<void>;
  /**
   * The valid sessions of an account, the one of this chain first. Sessions of the account on other chains of the namespace may follow: they
   * count as signed in too.
   */
  getSessions(chainId: ChainId, address: string): Promise<readonly SignInSession[]>;
  /** Removes the sessions of an account on a chain. */
  revokeSession(chainId: SignInData['chainId'], address: string): Promise<void>;
  /** True if a connected account has to sign in: then the prompt can be cancelled only by disconnecting. Default false. */
  getRequired?(): boolean;
  /** Revokes the sessions of an account when its wallet is disconnected. Default true. */
  readonly signOutOnDisconnect?: boolean;
  /** Revokes the sessions of an account when its namespace switches to another network. Default false. */
  readonly signOutOnNetworkChange?: boolean;
  /** Revokes the sessions of an account when another account of the wallet becomes active. Default false. */
  readonly signOutOnAccountChange?: boolean;
}

/** Token of the sign-in service; `null` if the app does not use sign-in. */
export const SIGN_IN_SERVICE = token<SignInService | null>('SignInService');
