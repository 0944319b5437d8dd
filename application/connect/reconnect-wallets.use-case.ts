import { type Observable, TimeoutError, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { connectedNamespacesOf, networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { Chain, Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import { requestWithTimeout } from '../shared/request-with-timeout.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionRepository } from './connection-repository.js';
import type { RemoteConnector } from './remote-connector.js';

/** The namespace to reconnect; all of them by default. */
export interface ReconnectWalletsInput {
  readonly namespace?: Namespace;
}

/** The connected namespaces. Never an error: a namespace that cannot be restored stays disconnected. */
export type ReconnectWalletsState = UseCaseState<'working', readonly Namespace[], never>;

/** Upper bound; adapters time out earlier, with a more specific error. */
const RESUME_TIMEOUT_MS = 20_000;

/**
 * Restores stored connections without prompting the user: on load, and when another tab connects. Namespaces are independent: one that
 * fails, or does not respond within 20 s, is logged and stays disconnected. The status is `reconnecting` from subscription
 * on. Connections that were disconnected explicitly are not restored.
 */
export class ReconnectWallets {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #repository: ConnectionRepository;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #remotes: readonly RemoteConnector[];

  constructor(
    chains: Chains,
    connections: ConnectionStore,
    repository: ConnectionRepository,
    clock: Clock,
    logger: Logger,
    remotes: readonly RemoteConnector[] = [],
  ) {
    this.#chains = chains;
    this.#connections = connections;
    this.#repository = repository;
    this.#clock = clock;
    this.#logger = logger;
    this.#remotes = remotes;
  }

  execute({ namespace }: ReconnectWalletsInput = {}): Observable<ReconnectWalletsState> {
    return runUseCase<'working', readonly Namespace[], never>('working', async ({ signal }) => {
      const requestedNamespaces = namespace === undefined ? [...this.#chains.keys()] : [namespace];
      const outcomes = await Promise.allSettled(requestedNamespaces.map((each) => this.#resume(each, signal)));
      if (namespace === undefined) this.#connections.dispatch({ type: 'initialized' });
      // A defect in one adapter does not prevent the others from connecting, but it is reported.
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      return connectedNamespacesOf(this.#connections.state);
    });
  }

  async #resume(namespace: Namespace, signal: AbortSignal): Promise<void> {
    const connectorId = this.#repository.connectorIdOf(namespace);
    const chain = this.#chains.get(namespace);
    const namespaceState = this.#connections.state.namespaces[namespace];
    if (connectorId === null || chain === undefined || namespaceState === undefined) return;
    const attemptId = this.#connections.beginAttempt(namespace, connectorId, true);
    if (attemptId === null) return;
    const finishAttempt = (): void => this.#connections.finishAttempt(namespace, attemptId);
    signal.addEventListener('abort', finishAttempt, { once: true });
    const network = networkOf(namespaceState);
    const remote = chain.adopt && this.#remotes.find(({ id }) => id === connectorId);
    const resume = async (requestSignal: AbortSignal): Promise<void> => {
      if (remote !== undefined) {
        await this.#resumeRemote(remote, { chain, network, attemptId }, requestSignal);
        return;
      }
      const session = await chain.resume({ connectorId, network }, requestSignal);
      // Also after a timeout: `establish` releases an outdated session.
      if (session !== null) this.#connections.establish(namespace, attemptId, session);
      else if (this.#connections.isCurrentAttempt(namespace, attemptId)) this.#reconnectWhenUnlocked(namespace, chain, connectorId);
    };
    try {
      await requestWithTimeout(RESUME_TIMEOUT_MS, this.#clock, signal, resume);
    } catch (error) {
      if (!isLatchkeyError(error) && !(error instanceof TimeoutError)) throw error;
      this.#logger.warn(`The ${namespace} wallet could not be reconnected`, error);
    } finally {
      finishAttempt();
    }
  }

  /** Has the chain adopt a stored remote session. An ended session cannot resume later, so it is deleted. */
  async #resumeRemote(
    remote: RemoteConnector,
    { chain, network, attemptId }: { readonly chain: Chain; readonly network: Network; readonly attemptId: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { namespace } = chain;
    const opened = await remote.resume(namespace, signal);
    const session = opened && (await remote.sessions.adopt(chain, opened, network, signal));
    if (opened !== null && session !== null) remote.sessions.restore(namespace, attemptId, opened, session);
    else remote.forget(namespace, opened?.topic);
  }

  /** Reconnects a locked wallet when it is unlocked, as tabs with a live session do. */
  #reconnectWhenUnlocked(namespace: Namespace, chain: Chain, connectorId: string): void {
    const reconnect = (): void => {
      const log = (error: unknown): void => this.#logger.error(`The ${namespace} wallet could not be reconnected`, error);
      this.execute({ namespace }).subscribe({ error: log });
    };
    this.#connections.setWatch(namespace, chain.watchSharing(connectorId).pipe(take(1)).subscribe(reconnect));
  }
}
