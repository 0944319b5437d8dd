import { useCallback } from 'react';
import type { WatchActivityInput } from '../../application/activity/watch-activity.use-case.js';
import type { Latchkey } from '../../application/latchkey.js';
import { type ActivityState, INITIAL_ACTIVITY } from '../../domain/activity/activity-state.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import { useRuns } from './use-runs.js';
import type { NamespaceInput } from './watch-connection.js';

/** The history of the connected account. */
export interface Activity extends ActivityState {
  /** Loads the next page, or the first one after a failure. Does nothing while a page is loading. Ends with the component. */
  readonly loadMore: () => void;
}

const inputOf = (namespace: Namespace | undefined): WatchActivityInput => (namespace === undefined ? {} : { namespace });

const watch = ({ useCases: { watchActivity } }: Latchkey, namespace: Namespace | undefined): Watched<ActivityState> => {
  const input = inputOf(namespace);
  return { current: () => watchActivity.current(input), changes: watchActivity.execute(input), serverValue: INITIAL_ACTIVITY };
};

/**
 * Returns the history of the connected account on its network, grouped by month, newest first. The newest transactions are read after mounting,
 * and again when the account or its network changes.
 * @example const { months, isEmpty, pending, hasMore, error, loadMore } = useActivity();
 */
export const useActivity = ({ namespace }: NamespaceInput = {}): Activity => {
  const { client } = useLatchkeyContext('useActivity');
  const state = useObservable('useActivity', watch, namespace);
  const run = useRuns();
  const loadMore = useCallback(() => run(client.useCases.loadMoreActivity.execute(inputOf(namespace))), [client, namespace, run]);
  return { ...state, loadMore };
};
