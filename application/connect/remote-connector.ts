import type { Namespace } from '../../domain/caip/namespace.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import { manyToken } from '../shared/token.js';
import type { RemoteSessions } from './remote-sessions.js';

/**
 * A connector whose wallets are not objects on the page: it returns a {@link RemoteSession}, by pairing or by a login, which the chain of
 * each namespace adopts. It is offered in every namespace whose chain has `adopt`.
 */
export interface RemoteConnector {
  /** The same in every namespace. */
  readonly id: string;
  /** Its sessions that namespaces use. */
  readonly sessions: RemoteSessions;
  /**
   * Its entry in a namespace's list of connectors, always the same object, or the one of a session, under its wallet's name; `null` where it
   * does not serve the namespace.
   */
  connectorOf(namespace: Namespace, walletName?: string): Connector | null;
  /**
   * A session with the wallet that the user picks. One that arrives after an abort is disconnected.
   * @param ahead before the user has picked one: nothing shows yet that they connect
   */
  open(signal: AbortSignal, ahead?: boolean): Promise<RemoteSession>;
  /** The session of an earlier page that serves a namespace; `null` when nothing is left of it. Asks no one. */
  resume(namespace: Namespace, signal: AbortSignal): Promise<RemoteSession | null>;
  /** Stores the session for the namespaces beside a connected one that it allows too, and names these. */
  keepBeside(connected: Namespace, remote: RemoteSession): readonly Namespace[];
  /** The next page does not look for the session of a namespace, unless another session serves it by now. */
  forget(namespace: Namespace, topic?: string): void;
  /** Ends all that is under way; what is stored stays. */
  dispose(): void;
}

/** Token of the connectors to remote wallets; there may be several, and none. */
export const REMOTE_CONNECTOR = manyToken<RemoteConnector>('RemoteConnector');
