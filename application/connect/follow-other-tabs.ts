import { pairwise, Subscription } from 'rxjs';
import { type Namespace, namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory, MemoryChange } from './connection-memory.js';
import type { ReconnectWallets } from './reconnect-wallets.use-case.js';

/**
 * Keeps this tab in step with the others: a disconnect there is one here, a connection there is taken up here without
 * asking. What a person is being asked in this tab goes on; when that ends without a connection, what is remembered is
 * taken up then.
 */
export const followOtherTabs = (
  connections: ConnectionStore,
  memory: ConnectionMemory,
  reconnect: Pick<ReconnectWallets, 'execute'>,
): Subscription => {
  const following = new Subscription();
  // One by one: a defect in one of them must not end the following.
  const takeUp = (namespace: Namespace): void => following.add(reconnect.execute({ namespace }).subscribe());
  const follow = ({ namespace, connectorId }: MemoryChange): void => {
    if (connectorId !== null && connections.sessionOf(namespace)?.connector.id === connectorId) return;
    connections.end(namespace, 'silent');
    if (connectorId !== null) takeUp(namespace);
  };
  const catchUp = ([before, now]: readonly [ConnectionState, ConnectionState]): void => {
    for (const namespace of askedInVain(before, now)) if (memory.connectorOf(namespace) !== null) takeUp(namespace);
  };
  following.add(memory.changes$.subscribe(follow));
  following.add(connections.state$.pipe(pairwise()).subscribe(catchUp));
  return following;
};

/** The namespaces where a person was being asked before, and now nothing is connected or under way. */
const askedInVain = (before: ConnectionState, now: ConnectionState): readonly Namespace[] =>
  namespacesOf(now.namespaces).filter((namespace) => {
    const own = now.namespaces[namespace];
    return before.namespaces[namespace]?.attempt?.silent === false && own?.attempt === null && own.session === null;
  });
