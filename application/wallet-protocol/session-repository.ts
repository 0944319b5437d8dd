import type { Subscription } from 'rxjs';
import { addressOf } from '../../domain/caip/caip-10.js';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { LossReason, SessionInfo } from '../../domain/connection/connection-state.js';
import { lostConnectionOf, type StoredConnection } from '../../domain/connection/stored-connection.js';
import { accountsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionRepository } from '../connect/connection-repository.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { EventBus } from '../shared/event-bus.js';
import type { ProtocolClient } from './protocol-client.js';

export interface SessionRepositoryDeps {
  readonly connections: ConnectionStore;
  readonly repository: ConnectionRepository;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Connector whose sessions are stored. */
  readonly connector: Pick<RemoteConnector, 'id' | 'connectorOf'>;
}

/**
 * Persists the connections of a remote connector across page loads: the account to show before the session is loaded, and whether the
 * session was lost. A loss is reported once per tab: in the connection state, so that the user can reconnect, and as one analytics event
 * for all namespaces of the session.
 */
export class SessionRepository {
  readonly #deps: SessionRepositoryDeps;

  constructor(deps: SessionRepositoryDeps) {
    this.#deps = deps;
  }

  /** Saves the address and wallet name of a connection. */
  save(namespace: Namespace, remote: RemoteSession, { connector, accounts }: SessionInfo): void {
    this.#save(namespace, remote, { address: accounts[0].address, name: connector.name });
  }

  /**
   * Returns the other namespaces that the session grants. Those without a connection are saved too, so that resuming them, in any tab, finds
   * the session.
   */
  saveForOtherNamespaces(connected: Namespace, remote: RemoteSession, namespaces: Iterable<Namespace>): readonly Namespace[] {
    return [...namespaces].filter((namespace) => {
      const [account] = namespace === connected ? [] : accountsOf(remote.namespaces, namespace);
      if (account === undefined) return false;
      const connector = this.#deps.connector.connectorOf(namespace, remote.peer.name);
      if (connector === null) return false;
      if (this.#deps.connections.sessionOf(namespace) === null)
        this.#save(namespace, remote, { address: addressOf(account), name: connector.name });
      return true;
    });
  }

  /** Returns the session of a namespace, or `null` after reporting its loss if it no longer exists. */
  async resume(namespace: Namespace, engine: Pick<ProtocolClient, 'resume'>): Promise<RemoteSession | null> {
    const topic = this.#topicOf(namespace);
    const session = await engine.resume(topic);
    if (session === null) this.#markStoredLost(topic);
    return session;
  }

  /**
   * Removes the stored connection of a namespace, unless it belongs to another session.
   * @param reason why the session was closed, if not by this app: the loss is reported for all its namespaces
   */
  forget(namespace: Namespace, topic?: string, reason?: LossReason): void {
    const ownTopic = this.#topicOf(namespace);
    if (reason !== undefined) {
      const affected = this.#storedEntries().filter(([, stored]) => stored === null || stored.topic === topic);
      this.#markLost(
        affected.map(([each]) => each),
        reason,
      );
    } else if (this.#serves(namespace) && (ownTopic === undefined || ownTopic === topic)) this.#deps.repository.forget(namespace);
  }

  /** Reports losses that other tabs have detected, until unsubscribed. */
  subscribe(): Subscription {
    return this.#deps.repository.changes$.subscribe(({ connectorId }) => (connectorId === null ? this.notifyLosses() : undefined));
  }

  /** Reports losses detected in this or another tab that are not reported yet. */
  notifyLosses(): void {
    const { connections, events } = this.#deps;
    const lostSessions = new Map<string, { stored: StoredConnection; namespaces: Namespace[] }>();
    for (const namespace of namespacesOf(connections.state.namespaces)) {
      // A loss is stored for all namespaces of a session before the connection is removed from any of them.
      const stored = this.#storedConnectionOf(namespace);
      const lost = stored && lostConnectionOf(stored);
      if (stored === null || lost === null) continue;
      if (!connections.dispatch({ type: 'connection-lost', namespace, lost })) continue;
      connections.closeSession(namespace, { attempts: 'automatic' });
      const lostSession = lostSessions.get(stored.topic) ?? { stored, namespaces: [] };
      lostSession.namespaces.push(namespace);
      lostSessions.set(stored.topic, lostSession);
    }
    for (const { stored, namespaces } of lostSessions.values())
      events.track('CONNECTION_LOST', { namespaces, reason: stored.lost ?? 'lost', name: stored.name });
  }

  #save(namespace: Namespace, { topic, expiresAt }: RemoteSession, displayed: Pick<StoredConnection, 'address' | 'name'>): void {
    const { repository, connections, connector } = this.#deps;
    const stored = this.#storedConnectionOf(namespace);
    // Only the pairing state has the picked wallet; later saves of the same session keep its id.
    const walletId = stored?.topic === topic ? stored.walletId : connections.state.pairing.recentWallet?.id;
    const until = expiresAt === undefined ? {} : { expiresAt };
    repository.saveConnection(namespace, {
      connectorId: connector.id,
      topic,
      ...displayed,
      ...(walletId === undefined ? {} : { walletId }),
      ...until,
    });
  }

  /** The topic of the stored session of a namespace; `undefined` if an earlier version stored none. */
  #topicOf(namespace: Namespace): string | undefined {
    const stored = this.#storedConnectionOf(namespace);
    return stored?.lost === undefined ? stored?.topic : undefined;
  }

  /** Marks sessions that no longer exist as lost. @param topic `undefined` for connections stored without a topic */
  #markStoredLost(topic: string | undefined): void {
    const lostEntries = this.#storedEntries().filter(([, stored]) => stored?.topic === topic);
    const isExpired = ([, stored]: StoredEntry): boolean => stored?.expiresAt !== undefined && stored.expiresAt <= this.#deps.clock.now();
    this.#markLost(
      lostEntries.map(([namespace]) => namespace),
      lostEntries.some(isExpired) ? 'expired' : 'lost',
    );
  }

  #markLost(namespaces: readonly Namespace[], reason: LossReason): void {
    const { repository, connector } = this.#deps;
    repository.markLost(namespaces, connector.id, reason);
    this.notifyLosses();
  }

  /** Namespaces that this connector is stored for, in any tab, each with its stored connection. */
  #storedEntries(): readonly StoredEntry[] {
    return namespacesOf(this.#deps.connections.state.namespaces)
      .filter((namespace) => this.#serves(namespace))
      .map((namespace) => [namespace, this.#storedConnectionOf(namespace)]);
  }

  #serves(namespace: Namespace): boolean {
    return this.#deps.repository.connectorIdOf(namespace) === this.#deps.connector.id;
  }

  #storedConnectionOf(namespace: Namespace): StoredConnection | null {
    const stored = this.#deps.repository.rememberedConnectionOf(namespace);
    return stored?.connectorId === this.#deps.connector.id ? stored : null;
  }
}

type StoredEntry = readonly [namespace: Namespace, stored: StoredConnection | null];
