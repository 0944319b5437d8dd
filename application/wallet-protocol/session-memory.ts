import type { Subscription } from 'rxjs';
import { addressOf } from '../../domain/caip/caip-10.js';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { LossReason, SessionInfo } from '../../domain/connection/connection-state.js';
import { type RememberedConnection, rememberedLoss } from '../../domain/connection/remembered-connection.js';
import { accountsOf } from '../../domain/wallet-protocol/session-namespaces.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { RemoteConnector } from '../connect/remote-connector.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { EventBus } from '../shared/event-bus.js';
import type { ProtocolClient } from './protocol-client.js';

/** What the memory works with. */
export interface SessionMemoryParts {
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly events: EventBus;
  readonly clock: Clock;
  /** Whose sessions are remembered; those of other connectors are left alone. */
  readonly connector: Pick<RemoteConnector, 'id' | 'connectorOf'>;
}

/**
 * What outlives the page of the connections of a remote connector: what the next page shows before their session is loaded, and that
 * one was lost. A loss is told once in each tab: in the state, for a way to connect again, and as one event, however many
 * namespaces hung on the session.
 */
export class SessionMemory {
  readonly #parts: SessionMemoryParts;

  constructor(parts: SessionMemoryParts) {
    this.#parts = parts;
  }

  /** Keeps what a connection shows. */
  keep(namespace: Namespace, remote: RemoteSession, { connector, accounts }: SessionInfo): void {
    this.#keep(namespace, remote, { address: accounts[0].address, name: connector.name });
  }

  /**
   * The others of some namespaces that the session of a connected one allows. Where nothing is connected, what it will show is kept: whoever
   * takes it up there, in another tab too, knows which session it is.
   */
  keepBeside(connected: Namespace, remote: RemoteSession, namespaces: Iterable<Namespace>): readonly Namespace[] {
    return [...namespaces].filter((namespace) => {
      const [account] = namespace === connected ? [] : accountsOf(remote.namespaces, namespace);
      if (account === undefined) return false;
      const shown = this.#parts.connector.connectorOf(namespace, remote.peer.name);
      if (shown === null) return false;
      if (this.#parts.connections.sessionOf(namespace) === null)
        this.#keep(namespace, remote, { address: addressOf(account), name: shown.name });
      return true;
    });
  }

  /** The session that serves a namespace; `null` when nothing is left of it, which is told. */
  async resume(namespace: Namespace, engine: Pick<ProtocolClient, 'resume'>): Promise<RemoteSession | null> {
    const topic = this.#topicOf(namespace);
    const session = await engine.resume(topic);
    if (session === null) this.#loseStored(topic);
    return session;
  }

  /**
   * Nothing of a namespace is taken up by the next page, unless it is another session's by now.
   * @param reason why its session is over, where nobody here has ended it: that is told, for all namespaces of the session
   */
  forget(namespace: Namespace, topic?: string, reason?: LossReason): void {
    const own = this.#topicOf(namespace);
    if (reason !== undefined) {
      const hung = this.#remembered().filter(([, known]) => known === null || known.topic === topic);
      this.#lose(
        hung.map(([each]) => each),
        reason,
      );
    } else if (this.#serves(namespace) && (own === undefined || own === topic)) this.#parts.memory.forget(namespace);
  }

  /** Tells what another tab heard of first, until it is unsubscribed. */
  follow(): Subscription {
    return this.#parts.memory.changes$.subscribe(({ connectorId }) => (connectorId === null ? this.tell() : undefined));
  }

  /** Tells what was lost, here or in another tab, and is not told yet. */
  tell(): void {
    const { connections, events } = this.#parts;
    const told = new Map<string, { known: RememberedConnection; namespaces: Namespace[] }>();
    for (const namespace of namespacesOf(connections.state.namespaces)) {
      // Marked before it is forgotten: of all namespaces of a session this is known at once.
      const known = this.#rememberedOf(namespace);
      const lost = known && rememberedLoss(known);
      if (known === null || lost === null) continue;
      if (!connections.dispatch({ type: 'connection-lost', namespace, lost })) continue;
      connections.end(namespace, 'silent');
      const session = told.get(known.topic) ?? { known, namespaces: [] };
      session.namespaces.push(namespace);
      told.set(known.topic, session);
    }
    for (const { known, namespaces } of told.values())
      events.track('CONNECTION_LOST', { namespaces, reason: known.lost ?? 'lost', name: known.name });
  }

  #keep(namespace: Namespace, { topic, expiresAt }: RemoteSession, shown: Pick<RememberedConnection, 'address' | 'name'>): void {
    const { memory, connections, connector } = this.#parts;
    const known = this.#rememberedOf(namespace);
    // Which wallet was picked is known where it was paired, and only then.
    const walletId = known?.topic === topic ? known.walletId : connections.state.pairing.recentWallet?.id;
    const until = expiresAt === undefined ? {} : { expiresAt };
    memory.keep(namespace, { connectorId: connector.id, topic, ...shown, ...(walletId === undefined ? {} : { walletId }), ...until });
  }

  /** The topic of the session that serves a namespace; `undefined` where an earlier version kept none. */
  #topicOf(namespace: Namespace): string | undefined {
    const known = this.#rememberedOf(namespace);
    return known?.lost === undefined ? known?.topic : undefined;
  }

  /** Nothing is left here of a session. @param topic `undefined` for those of which nothing else is known */
  #loseStored(topic: string | undefined): void {
    const gone = this.#remembered().filter(([, known]) => known?.topic === topic);
    const isOver = ([, known]: Remembered): boolean => known?.expiresAt !== undefined && known.expiresAt <= this.#parts.clock.now();
    this.#lose(
      gone.map(([namespace]) => namespace),
      gone.some(isOver) ? 'expired' : 'lost',
    );
  }

  #lose(namespaces: readonly Namespace[], reason: LossReason): void {
    const { memory, connector } = this.#parts;
    memory.lose(namespaces, connector.id, reason);
    this.tell();
  }

  /** The namespaces that the connector serves, in whichever tab, with what is known of each. */
  #remembered(): readonly Remembered[] {
    return namespacesOf(this.#parts.connections.state.namespaces)
      .filter((namespace) => this.#serves(namespace))
      .map((namespace) => [namespace, this.#rememberedOf(namespace)]);
  }

  #serves(namespace: Namespace): boolean {
    return this.#parts.memory.connectorOf(namespace) === this.#parts.connector.id;
  }

  #rememberedOf(namespace: Namespace): RememberedConnection | null {
    const known = this.#parts.memory.rememberedOf(namespace);
    return known?.connectorId === this.#parts.connector.id ? known : null;
  }
}

type Remembered = readonly [namespace: Namespace, known: RememberedConnection | null];
