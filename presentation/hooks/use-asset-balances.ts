import { useCallback, useMemo } from 'react';
import type { AssetBalancesState } from '../../application/balances/asset-balance.poll.js';
import type { Latchkey } from '../../application/latchkey.js';
import type { AssetBalance } from '../../application/ports/chain-services.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NOT_READ, type ReadState } from './read.store.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import type { ReadResult } from './use-read.js';
import type { NamespaceInput } from './watch-connection.js';

const NONE: AssetBalancesState = { balances: null, pending: false, error: null };

const watch = ({ useCases: { watchAssetBalances } }: Latchkey, namespace: Namespace | undefined): Watched<AssetBalancesState> => {
  const input = namespace === undefined ? {} : { namespace };
  return { current: () => watchAssetBalances.current(input), changes: watchAssetBalances.execute(input), serverValue: NONE };
};

const readStateOf = ({ balances, pending: isFetching, error }: AssetBalancesState): ReadState<readonly AssetBalance[], LatchkeyError> => {
  const data = balances ?? undefined;
  if (error !== null) return { status: 'error', data, error, isPending: false, isFetching };
  return data === undefined ? { ...NOT_READ, isFetching } : { status: 'success', data, error: null, isPending: false, isFetching };
};

/**
 * Reads the connected account's balances of the tokens in the option `tokens`, on the current network. Polls once a minute while mounted,
 * with one request for all tokens, and pauses while the page is hidden. `data` keeps the last result when a later read fails.
 * @example const { data = [] } = useAssetBalances();
 */
export const useAssetBalances = ({ namespace }: NamespaceInput = {}): ReadResult<readonly AssetBalance[], LatchkeyError> => {
  const { client } = useLatchkeyContext('useAssetBalances');
  const state = useObservable('useAssetBalances', watch, namespace);
  // The native balance and the token balances are read together.
  const refetch = useCallback(
    () => void client.useCases.refreshBalance.execute(namespace === undefined ? {} : { namespace }).subscribe(),
    [client, namespace],
  );
  return useMemo(() => ({ ...readStateOf(state), refetch }), [state, refetch]);
};
