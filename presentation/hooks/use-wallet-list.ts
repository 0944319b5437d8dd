import { useCallback } from 'react';
import type { WalletListKind } from '../../application/directory/wallet-list.reader.js';
import type { WatchWalletsInput } from '../../application/directory/watch-wallets.use-case.js';
import type { Latchkey } from '../../application/latchkey.js';
import { NO_WALLETS, type WalletListState } from '../../domain/directory/wallet-list-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable, type Watched } from './use-observable.js';

/** Wallets of the directory as far as they are loaded, and a way to load on. */
export interface Wallets extends WalletListState {
  /** Loads the next page, or the one that failed. A page under way is not asked for twice. */
  readonly loadMore: () => void;
}

type Asked = WatchWalletsInput['namespace'];

const inputOf = (list: WalletListKind, namespace: Asked): WatchWalletsInput => (namespace === undefined ? { list } : { list, namespace });

const watch = ({ useCases: { watchWallets } }: Latchkey, list: WalletListKind, namespace: Asked): Watched<WalletListState> => {
  const input = inputOf(list, namespace);
  return { current: () => watchWallets.current(input), changes: watchWallets.execute(input), server: NO_WALLETS };
};

/** Follows one of the directory's lists. */
export const useWalletList = (hook: string, list: WalletListKind, namespace: Asked): Wallets => {
  const { client } = useLatchkeyContext(hook);
  const state = useObservable(hook, watch, list, namespace);
  const loadMore = useCallback(
    () => void client.useCases.loadMoreWallets.execute(inputOf(list, namespace)).subscribe(),
    [client, list, namespace],
  );
  return { ...state, loadMore };
};
