import { useCallback } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { BalanceState } from '../../domain/connection/connection-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

/** The native balance, and a way to read it again. */
export interface Balance extends BalanceState {
  /** Reads again now, also within the 30 s after a failure. */
  readonly refresh: () => void;
}

const NONE: BalanceState = { loading: false, balance: null, lastRetry: null };

const watch = (client: Latchkey, namespace: Namespace | undefined): Watched<BalanceState> => ({
  ...watchConnection(client, (state) => state.namespaces[namespace ?? state.activeNamespace]?.balance ?? NONE),
  changes: client.useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }),
});

/**
 * Follows the native balance of the connected account, in base units, and keeps it fresh while mounted.
 * @example const { balance, loading } = useBalance();
 */
export const useBalance = ({ namespace }: NamespaceInput = {}): Balance => {
  const { client } = useLatchkeyContext('useBalance');
  const state = useObservable('useBalance', watch, namespace);
  const refresh = useCallback(
    () => void client.useCases.refreshBalance.execute(namespace === undefined ? {} : { namespace }).subscribe(),
    [client, namespace],
  );
  return { ...state, refresh };
};
