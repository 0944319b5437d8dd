import type { Observable } from 'rxjs';
import type { AccountType } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import type { PeerMetadata, SessionNamespaces } from '../../domain/wallet-protocol/session.js';

/** Events that a remote wallet emits during a session. */
export type RemoteSessionEvent =
  /** Approved accounts, chains, methods or events have changed: read `namespaces`. */
  | { readonly type: 'namespaces-changed' }
  /** An event defined by the chain's standard, such as `accountsChanged` or `chainChanged`. */
  | { readonly type: 'event'; readonly chainId: ChainId; readonly name: string; readonly data: unknown }
  /** The session was disconnected by the wallet, expired, or was lost. The last event. */
  | { readonly type: 'ended'; readonly reason: 'wallet' | 'expired' | 'lost' };

/** A session of the wallet protocol as seen by a chain adapter: all namespaces of one approval. */
export interface RemoteSession {
  readonly topic: string;
  /** Metadata of the wallet; untrusted text. */
  readonly peer: PeerMetadata;
  /** Live. */
  readonly namespaces: SessionNamespaces;
  /** False once the session has ended. */
  readonly isLive: boolean;
  /**
   * Live: session properties sent by the wallet; untrusted texts, by name.
   * @see https://chainagnostic.org/CAIPs/caip-25
   */
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  /** Live: scoped properties sent by the wallet; untrusted values, by namespace or chain id. @see https://chainagnostic.org/CAIPs/caip-345 */
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** Live: expiry unless the wallet extends the session, in milliseconds since the Unix epoch; absent if unknown. */
  readonly expiresAt?: number | undefined;
  /** Messages that the wallet signed while connecting, in this page load; absent or empty if it signed none. */
  readonly signIns?: readonly SignInSession[] | undefined;
  /** Live: type of an account, if the wallet has several types; absent or `undefined` for a standard account. */
  accountTypeOf?(address: string): AccountType | undefined;
  /** Hot. Never errors. */
  readonly events$: Observable<RemoteSessionEvent>;
  /**
   * Sends a request to the wallet and waits for the response. `quiet` is for requests that need no approval: the wallet app is not opened.
   * A rejection is a plain error object with the wallet's code (`{ code, message, data }`), as an EIP-1193 provider throws it.
   * @throws LatchkeyError `wallet-protocol/request-expired` without a response in time, `wallet-protocol/user-disconnected` if
   * the session ends first, `config/disposed` if the client is disposed, `relay/…`
   */
  request(
    request: {
      readonly chainId: ChainId;
      readonly method: string;
      readonly params: unknown;
      readonly expirySeconds?: number;
      readonly quiet?: boolean;
    },
    signal: AbortSignal,
  ): Promise<unknown>;
  /** Disconnects all namespaces of the session: locally immediately, then notifies the wallet, as soon as the relay can be reached. */
  disconnect(signal: AbortSignal): Promise<void>;
}
