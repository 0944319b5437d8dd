import { filter, mergeMap, type Subscription } from 'rxjs';
import type { ConnectionStore } from './connection.store.js';
import type { ConnectionMemory } from './connection-memory.js';
import type { ReconnectWallets } from './reconnect-wallets.use-case.js';

/** Keeps this tab in step with the others: a disconnect there is one here, a connection there is taken up here without asking. */
export const followOtherTabs = (connections: ConnectionStore, memory: ConnectionMemory, reconnect: ReconnectWallets): Subscription =>
  memory.changes$
    .pipe(
      filter(({ namespace, connectorId }) => {
        if (connectorId === null || connections.sessionOf(namespace)?.connector.id !== connectorId) connections.end(namespace);
        return connectorId !== null && connections.sessionOf(namespace) === null;
      }),
      mergeMap(({ namespace }) => reconnect.execute({ namespace })),
    )
    .subscribe();
