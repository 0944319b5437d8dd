import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { useObservable } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

const watch = (client: Latchkey, namespace: Namespace | undefined) => ({
  ...watchConnection(client, (state) => accountOf(state, namespace)),
  changes: client.useCases.watchAccount.execute(namespace === undefined ? {} : { namespace }),
});

/**
 * Follows the connected account of a namespace.
 * @example const { isConnected, address } = useAccount();
 */
export const useAccount = ({ namespace }: NamespaceInput = {}): AccountState => useObservable('useAccount', watch, namespace);
