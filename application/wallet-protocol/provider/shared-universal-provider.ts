import type { RequestedNamespace } from '../../../domain/wallet-protocol/rules/grants.js';
import type { PeerMetadata } from '../../../domain/wallet-protocol/session.js';
import type { ProviderListener, ProviderSession } from './provider-client.js';

/** A requested namespace, and how its chains are used. */
interface UsedNamespace extends RequestedNamespace {
  /** RPC URLs by chain reference or CAIP-2 id. Default: those of the network. */
  readonly rpcMap?: Readonly<Record<string, string>>;
  /** Reference of the default chain. */
  readonly defaultChain?: string;
}

/** The session of a {@link SharedUniversalProvider}. What the wallet sent is untrusted. */
export interface SharedProviderSession extends ProviderSession {
  readonly peer: { readonly publicKey: string; readonly metadata: PeerMetadata };
  /** Seconds since 1970. */
  readonly expiry: number;
}

/**
 * The universal provider of a client with `walletconnect()`. It has no connection of its own: its session is the one that the user connected
 * last, in the modal or by `connect()`, and ends with it.
 */
export interface SharedUniversalProvider {
  /** `undefined` while no remote wallet is connected. */
  readonly session?: SharedProviderSession | undefined;
  /** The last pairing URI. */
  readonly uri?: string | undefined;
  /**
   * Pairs as the modal does, without opening it, and connects the client with the session. `display_uri` is emitted with the pairing URI.
   * Without namespaces, those of the options are proposed. `sessionProperties`, `scopedProperties` and `pairingTopic` are not supported.
   * @throws LatchkeyError as `useCases.pairWallet`; `wallet-protocol/…` for invalid namespaces, `wallet-protocol/pairing-aborted`
   */
  connect(params: {
    readonly namespaces?: Readonly<Record<string, UsedNamespace>> | undefined;
    readonly optionalNamespaces?: Readonly<Record<string, UsedNamespace>> | undefined;
  }): Promise<SharedProviderSession | undefined>;
  /** Connects unless connected. Returns the accounts of the default chain. */
  enable(): Promise<string[]>;
  /**
   * Methods that the wallet supports go to the wallet, all others to an RPC endpoint of their chain.
   * @param chain CAIP-2, or a namespace for its default chain. Default: the default chain of the first namespace
   * @param expiry seconds from 300 to 604,800
   * @throws LatchkeyError `wallet-protocol/not-connected`, `wallet-protocol/…`; `ProtocolError` with the wallet's code
   */
  request<Result = unknown>(
    args: { method: string; params?: unknown[] | Record<string, unknown> | object | undefined },
    chain?: string,
    expiry?: number,
  ): Promise<Result>;
  /** Sets the default chain of a namespace for requests. The network of the client does not change. */
  setDefaultChain(chain: string, rpcUrl?: string): void;
  /** Disconnects the session, also in the client. @throws LatchkeyError `wallet-protocol/nothing-to-disconnect` */
  disconnect(): Promise<void>;
  /** Cancels a pending `connect()`. */
  abortPairingAttempt(): void;
  /** Always rejects: the client signs in. @throws LatchkeyError `wallet/unsupported-method` */
  authenticate(params: unknown): Promise<unknown>;
  /**
   * Events: `connect`, `disconnect`, `display_uri`, `accountsChanged`, `chainChanged`, `session_update`, `session_delete`, `session_expire`,
   * `session_event`, `session_ping`.
   */
  on(event: string, listener: ProviderListener): void;
  once(event: string, listener: ProviderListener): void;
  off(event: string, listener: ProviderListener): void;
  removeListener(event: string, listener: ProviderListener): void;
}
