import type { Observable } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { PeerMetadata, SessionNamespaces } from '../../domain/wallet-protocol/session.js';

/** What a wallet elsewhere says by itself while its session lives. */
export type RemoteSessionEvent =
  /** It allows other accounts, chains, methods or events than before: read `namespaces`. */
  | { readonly type: 'namespaces-changed' }
  /** An event of the chain's own standard, such as `accountsChanged` or `chainChanged`. */
  | { readonly type: 'event'; readonly chainId: ChainId; readonly name: string; readonly data: unknown }
  /** The session is over: ended by the wallet, expired, or lost. Nothing follows. */
  | { readonly type: 'ended'; readonly reason: 'wallet' | 'expired' | 'lost' };

/** A session of the wallet protocol as a chain adapter sees it: all namespaces that one approval gave. */
export interface RemoteSession {
  readonly topic: string;
  /** What the wallet says of itself; foreign text. */
  readonly peer: PeerMetadata;
  /** Live. */
  readonly namespaces: SessionNamespaces;
  /** False once the session is over. */
  readonly live: boolean;
  /**
   * Live: what the wallet said of the session beside its namespaces; foreign texts, by name.
   * @see https://chainagnostic.org/CAIPs/caip-25
   */
  readonly sessionProperties?: Readonly<Record<string, string>> | undefined;
  /** Live: the same for single namespaces and chains; foreign values, by scope. @see https://chainagnostic.org/CAIPs/caip-345 */
  readonly scopedProperties?: Readonly<Record<string, unknown>> | undefined;
  /** Live: when the session ends unless its wallet prolongs it, in milliseconds since 1970; absent where nobody knows. */
  readonly expiresAt?: number | undefined;
  /** Hot. Never errors. */
  readonly events$: Observable<RemoteSessionEvent>;
  /**
   * Asks the wallet and waits for the person; `quiet` for what a wallet answers by itself: nobody is taken to it then. A rejection keeps the wallet's own code in a plain error object
   * (`{ code, message, data }`), as an EIP-1193 provider would throw it.
   * @throws LatchkeyError `wallet-protocol/request-expired` when nobody answered in time, `wallet-protocol/user-disconnected` when
   * the session ended meanwhile, `config/disposed` when the client did, `relay/…`
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
  /** Ends the session for all its namespaces: here at once, then for the wallet; where the relay cannot be reached, for the wallet later. */
  disconnect(signal: AbortSignal): Promise<void>;
}
