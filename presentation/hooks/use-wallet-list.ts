import { useCallback } from 'react';
import { EMPTY } from 'rxjs';
import type { WalletListKind } from '../../application/directory/wallet-list.reader.js';
import type { WatchWalletsInput } from '../../application/directory/watch-wallets.use-case.js';
import type { Latchkey } from '../../application/latchkey.js';
import { INITIAL_WALLET_LIST, type WalletListState } from '../../domain/directory/wallet-list-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';
import { useRuns } from './use-runs.js';
import type { NamespaceInput } from './watch-connection.js';

/** The loaded wallets of the directory. */
export interface Wallets extends WalletListState {
  /** Loads the next page, or the one that failed. Does nothing while a page is loading. Ends with the component. */
  readonly loadMore: () => void;
}

type NamespaceFilter = WatchWalletsInput['namespace'];

/** Parameters of the hooks for wallet lists. */
export interface WalletListInput extends NamespaceInput {
  /** False fetches nothing; the list is then empty. Default true. */
  readonly enabled?: boolean;
}

const toInput = (list: WalletListKind, namespace: NamespaceFilter): WatchWalletsInput =>
  namespace === undefined ? { list } : { list, namespace };

const watch = (
  { useCases: { watchWallets } }: Latchkey,
  list: WalletListKind,
  namespace: NamespaceFilter,
  enabled: boolean,
): Watched<WalletListState> => {
  if (!enabled) return { current: () => INITIAL_WALLET_LIST, changes: EMPTY, serverValue: INITIAL_WALLET_LIST };
  const input = toInput(list, namespace);
  return { current: () => watchWallets.current(input), changes: watchWallets.execute(input), serverValue: INITIAL_WALLET_LIST };
};

/** Returns one of the directory's lists. */
export const useWalletList = (hook: string, list: WalletListKind, { namespace, enabled = true }: WalletListInput): Wallets => {
  const { client } = useLatchkeyContext(hook);
  const state = useObservable(hook, watch, list, namespace, enabled);
  const run = useRuns();
  const loadMore = useCallback(
    () => run(client.useCases.loadMoreWallets.execute(toInput(list, namespace))),
    [client, list, namespace, run],
  );
  return { ...state, loadMore };
};
