import type { Observable } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { connectedNamespacesOf, statusOf } from '../../domain/connection/connection-views.js';
import { namespacesSharingSession } from '../../domain/connection/shared-session.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { EventBus } from '../shared/event-bus.js';
import { requestWithTimeout } from '../shared/request-with-timeout.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionRepository } from './connection-repository.js';

export interface DisconnectWalletInput {
  /** The namespace to disconnect. Default: all of them. */
  readonly namespace?: Namespace;
  /** Keeps the sign-in sessions of all accounts that are disconnected. Default: they are revoked, unless the sign-in service keeps them. */
  readonly keepSignIns?: boolean;
}

/** The disconnected namespaces: the requested one and those that share its session. */
export type DisconnectWalletState = UseCaseState<'working', readonly Namespace[], 'connection/disconnect-failed'>;

/** A disconnected namespace with the session that it had. */
interface ClosedNamespace {
  readonly namespace: Namespace;
  readonly session: WalletSession | null;
}

/** Time limit for the wallet to confirm the disconnection. */
const DISCONNECT_TIMEOUT_MS = 10_000;

/**
 * Disconnects: deletes the stored connection, closes the session locally, then notifies the wallet. If the wallet fails
 * to disconnect, the run ends with an error, but the app is disconnected and does not reconnect. Unsubscribing does not undo
 * a disconnect: the wallet is still notified. Other namespaces are not affected; if the active one is disconnected, the first
 * connected one becomes active.
 */
export class DisconnectWallet {
  readonly #connections: ConnectionStore;
  readonly #repository: ConnectionRepository;
  readonly #events: EventBus;
  readonly #clock: Clock;
  readonly #logger: Logger;

  constructor(connections: ConnectionStore, repository: ConnectionRepository, events: EventBus, clock: Clock, logger: Logger) {
    this.#connections = connections;
    this.#repository = repository;
    this.#events = events;
    this.#clock = clock;
    this.#logger = logger;
  }

  execute({ namespace, keepSignIns = false }: DisconnectWalletInput = {}): Observable<DisconnectWalletState> {
    return runUseCase('working', async () => {
      const namespaces = namespacesSharingSession(this.#connections.state, namespace);
      // Without a connection or pending attempt, only stored data is deleted: no event is tracked.
      const hasConnection = namespaces.some((each) => statusOf(this.#connections.state.namespaces[each]) !== 'disconnected');
      const next = connectedNamespacesOf(this.#connections.state).find((each) => !namespaces.includes(each));
      // First, so that no subscriber sees a disconnected active namespace while another one is connected.
      if (next !== undefined && namespaces.includes(this.#connections.state.activeNamespace))
        this.#connections.dispatch({ type: 'namespace-activated', namespace: next });
      // All of them before the wallet is notified, which ends the sessions of the namespaces that share one.
      const closed = namespaces.map((each) => ({ namespace: each, session: this.#close(each, keepSignIns) }));
      const failed = (await Promise.all(closed.map((each) => this.#notifyWallet(each, namespaces)))).filter((each) => each !== null);
      if (failed.length > 0) {
        const error = new LatchkeyError('connection/disconnect-failed', { namespaces: failed });
        this.#events.track('DISCONNECT_ERROR', { message: error.message });
        throw error;
      }
      if (hasConnection) this.#events.track('DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' });
      return namespaces;
    });
  }

  /** Closes a namespace locally. Returns the session that it had. */
  #close(namespace: Namespace, keepSignIns: boolean): WalletSession | null {
    const session = this.#connections.sessionOf(namespace);
    this.#repository.forget(namespace);
    this.#connections.closeSession(namespace, { keepSignIns });
    this.#connections.dispatch({ type: 'lost-connection-cleared', namespace });
    return session;
  }

  /** Returns `null`, or the namespace if its wallet failed to disconnect. */
  async #notifyWallet({ namespace, session }: ClosedNamespace, disconnecting: readonly Namespace[]): Promise<Namespace | null> {
    if (session === null || this.#wouldDisconnectOthers(session, disconnecting)) return null;
    try {
      // Not the run's signal: the calling view unmounts as soon as nothing is connected.
      await requestWithTimeout(DISCONNECT_TIMEOUT_MS, this.#clock, this.#connections.signal, (signal) => session.disconnect(signal));
      return null;
    } catch (error) {
      this.#logger.warn(`The ${namespace} wallet did not confirm the disconnection`, error);
      return namespace;
    }
  }

  /** True for a wallet that only disconnects as a whole while other namespaces are still connected to it. */
  #wouldDisconnectOthers({ canOnlyDisconnectAll = false, provider }: WalletSession, disconnecting: readonly Namespace[]): boolean {
    const others = connectedNamespacesOf(this.#connections.state).filter((each) => !disconnecting.includes(each));
    return canOnlyDisconnectAll && others.some((each) => this.#connections.sessionOf(each)?.provider === provider);
  }
}
