import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { RequestedNamespaces } from '../../domain/wallet-protocol/rules/grants.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { manyToken } from '../shared/token.js';
import type { RemoteSessions } from './remote-sessions.js';

/**
 * A connector to remote wallets: it creates a {@link RemoteSession}, by pairing or by a login, which the chain of
 * each namespace adopts. It is available in every namespace whose chain has `adopt`.
 */
export interface RemoteConnector {
  /** The same in every namespace. */
  readonly id: string;
  /** Sessions of this connector that are in use. */
  readonly sessions: RemoteSessions;
  /** Whether a connection covers every namespace, also if only one was asked for. Default false. */
  readonly connectsEveryNamespace?: boolean;
  /** The network that a new connection starts with, if it is configured. Default: the active one of the namespace. */
  readonly defaultChainId: string | undefined;
  /**
   * The connector as listed in a namespace, always the same object; with `walletName`, the connector of a session, named after its wallet.
   * `null` if the namespace is not supported.
   */
  connectorOf(namespace: Namespace, walletName?: string): Connector | null;
  /**
   * Opens a session with the wallet that the user picks. A session that is approved after an abort is disconnected.
   * @param ahead true before the user has picked a wallet: no UI shows the attempt yet
   * @param proposal namespaces to propose; default: those of the options
   */
  open(signal: AbortSignal, ahead?: boolean, proposal?: RequestedNamespaces): Promise<RemoteSession>;
  /** Restores the namespace's session after a reload; `null` if it has ended. Sends no request to the wallet. */
  resume(namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null>;
  /** Stores the session for the other namespaces that it approves, and returns them. */
  storeForOtherNamespaces(connected: Namespace, remote: RemoteSession): readonly Namespace[];
  /** Deletes the stored session of a namespace, unless another session is in use there. */
  forget(namespace: Namespace, topic?: string): void;
  /** Cancels pending attempts; stored sessions remain. */
  dispose(): void;
}

/** Multi-binding token of the remote connectors. */
export const REMOTE_CONNECTOR = manyToken<RemoteConnector>('RemoteConnector');
