import type { AssetBalancesState } from '../../application/balances/asset-balance.poll.js';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useObservable, type Watched } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';

const NONE: AssetBalancesState = { balances: [], pending: false, error: null };

const watch = ({ useCases: { watchAssetBalances } }: Latchkey, namespace: Namespace | undefined): Watched<AssetBalancesState> => {
  const input = namespace === undefined ? {} : { namespace };
  return { current: () => watchAssetBalances.current(input), changes: watchAssetBalances.execute(input), server: NONE };
};

/**
 * Follows what the connected account has of the tokens in the option `tokens`, on the network in use, and keeps it fresh
 * while mounted: one question a minute for all of them, none while the page is hidden.
 * @example const { balances } = useAssetBalances();
 */
export const useAssetBalances = ({ namespace }: NamespaceInput = {}): AssetBalancesState =>
  useObservable('useAssetBalances', watch, namespace);
