import { pairwise, Subscription } from 'rxjs';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionChange, ConnectionRepository } from './connection-repository.js';
import type { ReconnectWallets } from './reconnect-wallets.use-case.js';

/**
 * Syncs this tab with the others: disconnects when another tab disconnects, and reconnects without a prompt when another tab
 * connects. A prompt that is open in this tab is not interrupted; if it ends without a connection, the stored connection is
 * restored.
 */
export const followOtherTabs = (
  connections: ConnectionStore,
  repository: ConnectionRepository,
  reconnect: Pick<ReconnectWallets, 'execute'>,
): Subscription => {
  const subscription = new Subscription();
  // One subscription each: a defect in one run must not stop the others.
  const resume = (namespace: Namespace): void => subscription.add(reconnect.execute({ namespace }).subscribe());
  const follow = ({ namespace, connectorId }: ConnectionChange): void => {
    if (connectorId !== null && connections.sessionOf(namespace)?.connector.id === connectorId) return;
    // The other tab revokes the sign-in sessions, or keeps them.
    connections.closeSession(namespace, { attempts: 'automatic', keepSignIns: true });
    if (connectorId !== null) resume(namespace);
  };
  const resumeAfterAttempt = ([before, now]: readonly [ConnectionState, ConnectionState]): void => {
    for (const namespace of namespacesWithFailedAttempt(before, now)) if (repository.connectorIdOf(namespace) !== null) resume(namespace);
  };
  subscription.add(repository.changes$.subscribe(follow));
  subscription.add(connections.state$.pipe(pairwise()).subscribe(resumeAfterAttempt));
  return subscription;
};

/** The namespaces whose user-initiated attempt has just ended without a connection. */
const namespacesWithFailedAttempt = (before: ConnectionState, now: ConnectionState): readonly Namespace[] =>
  namespacesOf(now.namespaces).filter((namespace) => {
    const own = now.namespaces[namespace];
    return before.namespaces[namespace]?.attempt?.isAutomatic === false && own?.attempt === null && own.session === null;
  });
