import { useCallback } from 'react';
import type { Latchkey } from '../../application/latchkey.js';
import type { WatchPurchasesInput } from '../../application/onramp/watch-purchases.use-case.js';
import { type ActivityState, INITIAL_ACTIVITY } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import { useRuns } from './use-runs.js';
import type { NamespaceInput } from './watch-connection.js';

/** The purchases of the connected account. */
export interface Purchases extends ActivityState {
  /** Loads the next page, or the first one after a failure. Does nothing while a page is loading. Ends with the component. */
  readonly loadMore: () => void;
}

const inputOf = (namespace: Namespace | undefined): WatchPurchasesInput => (namespace === undefined ? {} : { namespace });

const watch = ({ useCases: { watchPurchases } }: Latchkey, namespace: Namespace | undefined): Watched<ActivityState> => {
  const input = inputOf(namespace);
  return { current: () => watchPurchases.current(input), changes: watchPurchases.execute(input), serverValue: INITIAL_ACTIVITY };
};

/**
 * Returns the purchases of the connected account at Coinbase, on all networks, grouped by month, newest first. The newest ones are read after mounting,
 * and then every 15 seconds, or 3 while one of them is in progress.
 * @example const { months, isEmpty, pending, hasMore, error, loadMore } = usePurchases();
 */
export const usePurchases = ({ namespace }: NamespaceInput = {}): Purchases => {
  const { client } = useLatchkeyContext('usePurchases');
  const state = useObservable('usePurchases', watch, namespace);
  const run = useRuns();
  const loadMore = useCallback(() => run(client.useCases.loadMorePurchases.execute(inputOf(namespace))), [client, namespace, run]);
  return { ...state, loadMore };
};
