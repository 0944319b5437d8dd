import { type Observable, TimeoutError, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { connectedNamespacesOf, networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { Chain, Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import { askWithin } from '../shared/ask-within.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory } from './connection-memory.js';
import type { RemoteConnector } from './remote-connector.js';

/** Which namespace to take up; all by default. */
export interface ReconnectWalletsInput {
  readonly namespace?: Namespace;
}

/** The connected namespaces. Never an error: what cannot be taken up is left disconnected. */
export type ReconnectWalletsState = UseCaseState<'working', readonly Namespace[], never>;

/** Longer than any wallet needs that still is there; adapters give up earlier, and with a better reason. */
const RESUME_TIMEOUT_MS = 20_000;

/**
 * Takes up remembered connections without asking the person anything: on load, and when another tab connected. Each
 * namespace by itself; one that fails, or does not answer within 20 s, is logged and left disconnected. The status is `reconnecting` from the moment of
 * subscription. Nothing that was disconnected explicitly is remembered, so nothing of that kind comes back.
 */
export class ReconnectWallets {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #memory: ConnectionMemory;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #remotes: readonly RemoteConnector[];

  constructor(
    chains: Chains,
    connections: ConnectionStore,
    memory: ConnectionMemory,
    clock: Clock,
    logger: Logger,
    remotes: readonly RemoteConnector[] = [],
  ) {
    this.#chains = chains;
    this.#connections = connections;
    this.#memory = memory;
    this.#clock = clock;
    this.#logger = logger;
    this.#remotes = remotes;
  }

  execute({ namespace }: ReconnectWalletsInput = {}): Observable<ReconnectWalletsState> {
    return runUseCase<'working', readonly Namespace[], never>('working', async ({ signal }) => {
      const wanted = namespace === undefined ? [...this.#chains.keys()] : [namespace];
      const outcomes = await Promise.allSettled(wanted.map((each) => this.#resume(each, signal)));
      if (namespace === undefined) this.#connections.dispatch({ type: 'initialized' });
      // A bug in one adapter keeps nobody else from connecting, but it is not hidden.
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
      return connectedNamespacesOf(this.#connections.state);
    });
  }

  async #resume(namespace: Namespace, signal: AbortSignal): Promise<void> {
    const connectorId = this.#memory.connectorOf(namespace);
    const chain = this.#chains.get(namespace);
    const namespaceState = this.#connections.state.namespaces[namespace];
    if (connectorId === null || chain === undefined || namespaceState === undefined) return;
    const attemptId = this.#connections.begin(namespace, connectorId, true);
    if (attemptId === null) return;
    const giveUp = (): void => this.#connections.finish(namespace, attemptId);
    signal.addEventListener('abort', giveUp, { once: true });
    const network = networkOf(namespaceState);
    const remote = chain.adopt && this.#remotes.find(({ id }) => id === connectorId);
    const resume = async (question: AbortSignal): Promise<void> => {
      if (remote !== undefined) {
        await this.#resumeRemote(remote, { chain, network, attemptId }, question);
        return;
      }
      const session = await chain.resume({ connectorId, network }, question);
      // Also an answer that comes too late: an outdated session is released there.
      if (session !== null) this.#connections.establish(namespace, attemptId, session);
      else if (this.#connections.isCurrent(namespace, attemptId)) this.#waitFor(namespace, chain, connectorId);
    };
    try {
      await askWithin(RESUME_TIMEOUT_MS, this.#clock, signal, resume);
    } catch (error) {
      if (!isLatchkeyError(error) && !(error instanceof TimeoutError)) throw error;
      this.#logger.warn(`The ${namespace} wallet could not be connected again`, error);
    } finally {
      giveUp();
    }
  }

  /** Has the chain adopt the session that a remote connector kept. One that is over does not come back by itself: nothing waits for it. */
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

  /** A locked wallet is taken up when it is unlocked, as it is in the tabs that were connected before. */
  #waitFor(namespace: Namespace, chain: Chain, connectorId: string): void {
    const takeUp = (): void => {
      const log = (defect: unknown): void => this.#logger.error(`The ${namespace} wallet could not be connected again`, defect);
      this.execute({ namespace }).subscribe({ error: log });
    };
    this.#connections.keepWatch(namespace, chain.sharing(connectorId).pipe(take(1)).subscribe(takeUp));
  }
}
