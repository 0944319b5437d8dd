import { filter, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { onAbort } from '../shared/on-abort.js';

/**
 * Asks a wallet for as long as its namespace stays the active one. A namespace that was not active to begin with is one
 * that the host named: it is asked whatever becomes active.
 * @throws LatchkeyError `request/cancelled` when another namespace becomes the active one; what `ask` fails with
 */
export const whileActive = async <T>(
  connections: ConnectionStore,
  namespace: Namespace,
  parent: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const own = new AbortController();
  const stay = onAbort(parent, () => own.abort(parent.reason));
  const isActive = (active: Namespace): boolean => active === namespace;
  const moved$ = connections.state$.pipe(
    filter(({ activeNamespace }) => !isActive(activeNamespace)),
    take(1),
  );
  const watching = isActive(connections.state.activeNamespace)
    ? moved$.subscribe(() => own.abort(new LatchkeyError('request/cancelled', {})))
    : undefined;
  try {
    return await ask(own.signal);
  } finally {
    watching?.unsubscribe();
    stay();
  }
};
