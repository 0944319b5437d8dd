import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { connectedNamespacesOf, statusOf } from '../../domain/connection/connection-views.js';
import { siblingsOf } from '../../domain/connection/siblings.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import { askWithin } from '../shared/ask-within.js';
import type { EventBus } from '../shared/event-bus.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory } from './connection-memory.js';

/** Which namespace to disconnect; all of them by default. */
export interface DisconnectWalletInput {
  readonly namespace?: Namespace;
}

/** The namespaces that were disconnected: the asked one and those on the same shared session. */
export type DisconnectWalletState = UseCaseState<'working', readonly Namespace[], 'connection/disconnect-failed'>;

/** How long a wallet may take to forget the site. */
const FORGET_TIMEOUT_MS = 10_000;

/**
 * Disconnects: forgets the connection, ends the session on our side at once, then tells the wallet. A wallet that fails
 * to forget the site leaves an error, but the page is disconnected and nothing reconnects it. Unsubscribing does not take
 * a disconnect back: the wallet is told all the same. Other namespaces stay as they are; where the active one ends, the first
 * that is still connected takes its place.
 */
export class DisconnectWallet {
  readonly #connections: ConnectionStore;
  readonly #memory: ConnectionMemory;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(connections: ConnectionStore, memory: ConnectionMemory, events: EventBus, clock: Clock, logger: Logger) {
    this.#connections = connections;
    this.#memory = memory;
    this.#events = events;
    this.#clock = clock;
    this.#logger = logger;
  }

  execute({ namespace }: DisconnectWalletInput = {}): Observable<DisconnectWalletState> {
    return runUseCase('working', async () => {
      const namespaces = siblingsOf(this.#connections.state, namespace);
      // Asked with nothing connected or under way, it forgets what is remembered: that ends no connection.
      const endsSome = namespaces.some((each) => statusOf(this.#connections.state.namespaces[each]) !== 'disconnected');
      const next = connectedNamespacesOf(this.#connections.state).find((each) => !namespaces.includes(each));
      // Who goes on with other wallets is not left without one. First, so that nobody sees the page disconnected in between.
      if (next !== undefined && namespaces.includes(this.#connections.state.activeNamespace))
        this.#connections.dispatch({ type: 'namespace-activated', namespace: next });
      const failed = (await Promise.all(namespaces.map((each) => this.#disconnect(each, namespaces)))).filter((each) => each !== null);
      if (failed.length > 0) {
        const error = new LatchkeyError('connection/disconnect-failed', { namespaces: failed });
        this.#events.track('DISCONNECT_ERROR', { message: error.message });
        throw error;
      }
      if (endsSome) this.#events.track('DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' });
      return namespaces;
    });
  }

  /** `null`, or the namespace where the wallet did not play along. */
  async #disconnect(namespace: Namespace, ending: readonly Namespace[]): Promise<Namespace | null> {
    const session = this.#connections.sessionOf(namespace);
    this.#memory.forget(namespace);
    this.#connections.end(namespace);
    this.#connections.dispatch({ type: 'loss-forgotten', namespace });
    if (session === null || this.#wouldEndOthers(session, ending)) return null;
    try {
      // Not the run's signal: the view that asked leaves the screen as soon as nothing is connected.
      await askWithin(FORGET_TIMEOUT_MS, this.#clock, this.#connections.life, (signal) => session.disconnect(signal));
      return null;
    } catch (error) {
      this.#logger.warn(`The ${namespace} wallet did not confirm that it forgot this site`, error);
      return namespace;
    }
  }

  /** A wallet that can only leave with all of its namespaces stays for those that are connected by it and not asked to end. */
  #wouldEndOthers({ endsAllNamespaces = false, provider }: WalletSession, ending: readonly Namespace[]): boolean {
    const others = connectedNamespacesOf(this.#connections.state).filter((each) => !ending.includes(each));
    return endsAllNamespaces && others.some((each) => this.#connections.sessionOf(each)?.provider === provider);
  }
}
