import { useEffect, useSyncExternalStore } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { NO_SEARCH, type WalletSearchState } from '../../domain/directory/wallet-list-state.js';
import { isSearch, sameSearch, type WalletSearch } from '../../domain/directory/wallet-queries.js';
import { useHeld } from './use-held.js';
import { useLatchkeyContext } from './use-latchkey.js';
import type { NamespaceInput } from './watch-connection.js';

/** What a component searches for. */
export type WalletSearchInput = WalletSearch & NamespaceInput;

/** What was found, and what to do where nothing was. */
export interface FoundWallets extends WalletSearchState {
  /** Whether something is searched for: two characters, or certified wallets only. Where not, show the list instead. */
  readonly isSearching: boolean;
  /** Searches again, after a failure. */
  readonly retry: () => void;
}

/** One search per component: it is told the terms, and tells what was found. */
const searchOf = (client: Latchkey, namespace: Namespace | undefined, first: WalletSearch) => {
  const terms$ = new BehaviorSubject(first);
  const input = namespace === undefined ? { terms$ } : { terms$, namespace };
  let state = NO_SEARCH;
  return {
    look: (terms: WalletSearch): void => terms$.next(terms),
    retry: (): void => terms$.next(terms$.value),
    subscribe: (listener: () => void) => {
      const subscription = client.useCases.watchWalletSearch.execute(input).subscribe((next) => {
        state = next;
        listener();
      });
      return () => subscription.unsubscribe();
    },
    snapshot: (): WalletSearchState => state,
    serverSnapshot: (): WalletSearchState => NO_SEARCH,
  };
};

/**
 * Searches the directory while somebody types. The newest terms win, whatever comes when; until they have an answer, what was
 * found before stays, marked as `pending`.
 * @example const { wallets, pending, isSearching } = useWalletSearch({ search, certified });
 */
export const useWalletSearch = ({ search, certified = false, namespace }: WalletSearchInput): FoundWallets => {
  const { client } = useLatchkeyContext('useWalletSearch');
  const { look, retry, subscribe, snapshot, serverSnapshot } = useHeld(
    () => searchOf(client, namespace, { search, certified }),
    client,
    namespace,
  );
  const state = useSyncExternalStore(subscribe, snapshot, serverSnapshot);
  useEffect(() => look({ search, certified }), [look, search, certified]);
  const isSearching = isSearch({ search, certified });
  // Right after a keystroke the search has not heard of it yet.
  const isOutdated = isSearching && state.error === null && !(state.found !== null && sameSearch(state.found, { search, certified }));
  return { ...state, pending: state.pending || isOutdated, isSearching, retry };
};
