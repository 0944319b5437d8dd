import { Subscription } from 'rxjs';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory, MemoryChange } from './connection-memory.js';
import type { ReconnectWallets } from './reconnect-wallets.use-case.js';

/**
 * Keeps this tab in step with the others: a disconnect there is one here, a connection there is taken up here without
 * asking. What a person is being asked in this tab goes on.
 */
export const followOtherTabs = (connections: ConnectionStore, memory: ConnectionMemory, reconnect: ReconnectWallets): Subscription => {
  const following = new Subscription();
  const follow = ({ namespace, connectorId }: MemoryChange): void => {
    if (connectorId !== null && connections.sessionOf(namespace)?.connector.id === connectorId) return;
    connections.end(namespace, 'silent');
    // One by one: a defect in one of them must not end the following.
    if (connectorId !== null) following.add(reconnect.execute({ namespace }).subscribe());
  };
  following.add(memory.changes$.subscribe(follow));
  return following;
};
