import type { Latchkey } from '../../application/latchkey.js';
import { namespacesOf } from '../../domain/caip/namespace.js';
import type { AccountState, ConnectionState, NamespaceState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

/** The same state gives the same account, so that nothing renders where nothing changed. */
const accounts = new WeakMap<NamespaceState, AccountState>();

const slice = (state: ConnectionState): readonly AccountState[] =>
  namespacesOf(state.namespaces).flatMap((namespace) => {
    const own = state.namespaces[namespace];
    if (own === undefined) return [];
    const account = accounts.get(own) ?? accountOf(state, namespace);
    accounts.set(own, account);
    return account.address === undefined ? [] : [account];
  });

const watch = (client: Latchkey) => watchConnection(client, slice);

/**
 * Follows the connected account of every namespace, also while the connections of the last page are taken up. Each has in
 * `allAccounts` what its wallet shares.
 * @example const accounts = useAccounts(); // [{ namespace: 'eip155', address: '0x…' }, { namespace: 'solana', … }]
 */
export const useAccounts = (): readonly AccountState[] => useObservable('useAccounts', watch);
