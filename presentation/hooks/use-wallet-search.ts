import { useEffect, useSyncExternalStore } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { Latchkey } from '../../application/latchkey.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { INITIAL_WALLET_SEARCH, type WalletSearchState } from '../../domain/directory/wallet-list-state.js';
import { isSameSearch, isSearch, type WalletSearch } from '../../domain/directory/wallet-queries.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useStableMemo } from './use-stable-memo.js';
import type { NamespaceInput } from './watch-connection.js';

/** Parameters of {@link useWalletSearch}. */
export type WalletSearchInput = WalletSearch & NamespaceInput;

/** Search results. */
export interface WalletSearchResult extends WalletSearchState {
  /** True if there are search terms: two characters, or certified wallets only. Otherwise show the full list. */
  readonly isSearching: boolean;
  /** Repeats the search after a failure. */
  readonly retry: () => void;
}

/** Creates the search of one component. */
const createSearch = (client: Latchkey, namespace: Namespace | undefined, first: WalletSearch) => {
  const terms$ = new BehaviorSubject(first);
  const input = namespace === undefined ? { terms$ } : { terms$, namespace };
  let state = INITIAL_WALLET_SEARCH;
  return {
    setTerms: (terms: WalletSearch): void => terms$.next(terms),
    retry: (): void => terms$.next(terms$.value),
    subscribe: (listener: () => void) => {
      const subscription = client.useCases.watchWalletSearch.execute(input).subscribe((next) => {
        state = next;
        listener();
      });
      return () => subscription.unsubscribe();
    },
    getSnapshot: (): WalletSearchState => state,
    getServerSnapshot: (): WalletSearchState => INITIAL_WALLET_SEARCH,
  };
};

/**
 * Searches the directory as the user types. The latest terms win. Until their results arrive, the previous results stay, marked as
 * `pending`.
 * @example const { wallets, pending, isSearching } = useWalletSearch({ search, certified });
 */
export const useWalletSearch = ({ search, certified = false, namespace }: WalletSearchInput): WalletSearchResult => {
  const { client } = useLatchkeyContext('useWalletSearch');
  const { setTerms, retry, subscribe, getSnapshot, getServerSnapshot } = useStableMemo(
    () => createSearch(client, namespace, { search, certified }),
    client,
    namespace,
  );
  const state = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  useEffect(() => setTerms({ search, certified }), [setTerms, search, certified]);
  const isSearching = isSearch({ search, certified });
  // Right after a keystroke the search state still belongs to the previous terms.
  const isOutdated = isSearching && state.error === null && !(state.search !== null && isSameSearch(state.search, { search, certified }));
  return { ...state, pending: state.pending || isOutdated, isSearching, retry };
};
