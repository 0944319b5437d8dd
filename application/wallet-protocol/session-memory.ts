import type { Subscription } from 'rxjs';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { LossReason, SessionInfo } from '../../domain/connection/connection-state.js';
import { type RememberedConnection, rememberedLoss } from '../../domain/connection/remembered-connection.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { ConnectionMemory } from '../connect/connection-memory.js';
import type { Clock } from '../ports/clock.port.js';
import type { RemoteSession } from '../ports/remote-session.port.js';
import type { EventBus } from '../shared/event-bus.js';

/** What the memory works with. */
export interface SessionMemoryParts {
  readonly connections: ConnectionStore;
  readonly memory: ConnectionMemory;
  readonly events: EventBus;
  readonly clock: Clock;
}

/**
 * What outlives the page of connections by the wallet protocol: what the next page shows before their session is loaded, and that
 * one was lost. A loss is told once in each tab: in the state, for a way to connect again, and as one event, however many
 * namespaces hung on the session.
 */
export class SessionMemory {
  readonly #parts: SessionMemoryParts;

  constructor(parts: SessionMemoryParts) {
    this.#parts = parts;
  }

  /** Keeps what a connection shows. */
  keep(namespace: Namespace, { topic, expiresAt }: RemoteSession, { connector, accounts }: SessionInfo): void {
    const { memory, connections } = this.#parts;
    const known = memory.rememberedOf(namespace);
    // Which wallet was picked is known where it was paired, and only then.
    const walletId = known?.topic === topic ? known.walletId : connections.state.pairing.recentWallet?.id;
    memory.keep(namespace, {
      topic,
      address: accounts[0].address,
      name: connector.name,
      ...(walletId === undefined ? {} : { walletId }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
  }

  /** Nothing is left here of the sessions that are remembered. */
  loseAll(): void {
    const gone = this.#remembered();
    const isOver = ([, known]: Remembered): boolean => known?.expiresAt !== undefined && known.expiresAt <= this.#parts.clock.now();
    this.#lose(
      gone.map(([namespace]) => namespace),
      gone.some(isOver) ? 'expired' : 'lost',
    );
  }

  /** A session is over, and nobody here has ended it. Another one that took its place stays. */
  lose(topic: string, reason: LossReason): void {
    const hung = this.#remembered().filter(([, known]) => known === null || known.topic === topic);
    this.#lose(
      hung.map(([namespace]) => namespace),
      reason,
    );
  }

  /** Tells what another tab heard of first, until it is unsubscribed. */
  follow(): Subscription {
    return this.#parts.memory.changes$.subscribe(({ connectorId }) => (connectorId === null ? this.tell() : undefined));
  }

  /** Tells what was lost, here or in another tab, and is not told yet. */
  tell(): void {
    const { connections, memory, events } = this.#parts;
    const told = new Map<string, { known: RememberedConnection; namespaces: Namespace[] }>();
    for (const namespace of namespacesOf(connections.state.namespaces)) {
      // Marked before it is forgotten: of all namespaces of a session this is known at once.
      const known = memory.rememberedOf(namespace);
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

  #lose(namespaces: readonly Namespace[], reason: LossReason): void {
    this.#parts.memory.lose(namespaces, reason);
    this.tell();
  }

  /** The namespaces that are connected by the wallet protocol, in whichever tab, with what is known of each. */
  #remembered(): readonly Remembered[] {
    const { connections, memory } = this.#parts;
    return namespacesOf(connections.state.namespaces)
      .filter((namespace) => memory.isRemote(namespace))
      .map((namespace) => [namespace, memory.rememberedOf(namespace)]);
  }
}

type Remembered = readonly [namespace: Namespace, known: RememberedConnection | null];
