import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { initialConnectionState } from '../../domain/connection/connection-machine.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import type { Watched } from './use-observable.js';

/** Watches a slice of the connection state. On the server and during hydration nothing is connected. */
export const watchConnection = <Slice>(client: Latchkey, select: (state: ConnectionState) => Slice): Watched<Slice> => {
  const { watchConnection: watch } = client.useCases;
  const [{ chainNamespace }] = client.options.current.networks;
  return {
    current: () => select(watch.current()),
    changes: watch.execute(),
    serverValue: select(initialConnectionState({}, chainNamespace)),
  };
};

/** Namespace of a hook. Default: the active one. */
export interface NamespaceInput {
  readonly namespace?: Namespace | undefined;
}
