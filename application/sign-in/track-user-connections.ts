import { pairwise, type Subscription } from 'rxjs';
import { namespacesOf } from '../../domain/caip/namespace.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { SignInStore } from './sign-in.store.js';

/** Records which namespaces the user has connected: their accounts are prompted to sign in, those of a restored connection may not be. */
export const trackUserConnections = (connections: ConnectionStore, store: SignInStore): Subscription =>
  connections.state$.pipe(pairwise()).subscribe(([{ namespaces: before }, { namespaces: after }]) => {
    for (const namespace of namespacesOf(after)) {
      const isNew = after[namespace]?.session != null && after[namespace]?.session !== before[namespace]?.session;
      if (isNew && before[namespace]?.attempt?.isAutomatic === false) store.connectedByUser.add(namespace);
    }
  });
