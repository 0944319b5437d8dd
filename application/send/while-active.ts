import { filter, take } from 'rxjs';
import type { Namespace } from '../../domain/caip/namespace.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { onAbort } from '../shared/on-abort.js';

/**
 * Runs a wallet request until its namespace is no longer active. A request to a namespace that is not active at the start, because
 * the app named it explicitly, is not cancelled by a switch.
 * @throws LatchkeyError `request/cancelled` if another namespace becomes active; the errors of `request`
 */
export const whileActive = async <T>(
  connections: ConnectionStore,
  namespace: Namespace,
  parent: AbortSignal,
  request: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  const removeAbortListener = onAbort(parent, () => controller.abort(parent.reason));
  const isActive = (active: Namespace): boolean => active === namespace;
  const switched$ = connections.state$.pipe(
    filter(({ activeNamespace }) => !isActive(activeNamespace)),
    take(1),
  );
  const watching = isActive(connections.state.activeNamespace)
    ? switched$.subscribe(() => controller.abort(new LatchkeyError('request/cancelled', {})))
    : undefined;
  try {
    return await request(controller.signal);
  } finally {
    watching?.unsubscribe();
    removeAbortListener();
  }
};
