import { useCallback, useMemo } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState, NativeBalance } from '../../domain/connection/connection-state.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NOT_READ, type ReadState } from './read.store.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import type { ReadResult } from './use-read.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

const NONE: BalanceState = { loading: false, balance: null, lastRetry: null };

const watch = (client: Latchkey, namespace: Namespace | undefined): Watched<BalanceState> => ({
  ...watchConnection(client, (state) => state.namespaces[namespace ?? state.activeNamespace]?.balance ?? NONE),
  changes: client.useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }),
});

const readStateOf = ({ loading: isFetching, balance, error }: BalanceState): ReadState<NativeBalance, LatchkeyError> => {
  if (error !== undefined) return { status: 'error', data: balance ?? undefined, error, isPending: false, isFetching };
  return balance === null ? { ...NOT_READ, isFetching } : { status: 'success', data: balance, error: null, isPending: false, isFetching };
};

/**
 * Reads the native balance of the connected account in base units, and polls it once a minute while mounted and visible. `data` keeps the
 * last result when a later read fails. `refetch` reads immediately, even within the 30 s after a failure.
 * @example const { data, isPending, error, refetch } = useBalance();
 */
export const useBalance = ({ namespace }: NamespaceInput = {}): ReadResult<NativeBalance, LatchkeyError> => {
  const { client } = useLatchkeyContext('useBalance');
  const state = useObservable('useBalance', watch, namespace);
  const refetch = useCallback(
    () => void client.useCases.refreshBalance.execute(namespace === undefined ? {} : { namespace }).subscribe(),
    [client, namespace],
  );
  return useMemo(() => ({ ...readStateOf(state), refetch }), [state, refetch]);
};
