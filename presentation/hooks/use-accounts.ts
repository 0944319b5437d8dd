import type { Latchkey } from '../../application/latchkey.js';
import { namespacesOf } from '../../domain/caip/namespace.js';
import type { AccountState, ConnectionState, NamespaceState } from '../../domain/connection/connection-state.js';
import { accountOf } from '../../domain/connection/connection-views.js';
import { useObservable } from './use-observable.js';
import { watchConnection } from './watch-connection.js';

/** Keeps one account object per state, so that unchanged accounts cause no render. */
const accountCache = new WeakMap<NamespaceState, AccountState>();

const slice = (state: ConnectionState): readonly AccountState[] =>
  namespacesOf(state.namespaces).flatMap((namespace) => {
    const namespaceState = state.namespaces[namespace];
    if (namespaceState === undefined) return [];
    const account = accountCache.get(namespaceState) ?? accountOf(state, namespace);
    accountCache.set(namespaceState, account);
    return account.address === undefined ? [] : [account];
  });

const watch = (client: Latchkey) => watchConnection(client, slice);

/**
 * Returns the connected account of every namespace, including those whose stored connections are being restored. `allAccounts` lists the
 * accounts that the wallet shares.
 * @example const accounts = useAccounts(); // [{ namespace: 'eip155', address: '0x…' }, { namespace: 'solana', … }]
 */
export const useAccounts = (): readonly AccountState[] => useObservable('useAccounts', watch);
