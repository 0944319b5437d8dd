import { useCallback } from 'react';
import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import { useLatchkeyContext } from './use-latchkey.js';
import { useObservable } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';
import { watchWalletList } from './watch-wallet-list.js';

/** All wallets of the directory as far as they are loaded, and a way to load on. */
export interface Wallets extends WalletListState {
  /** Loads the next page, or the one that failed. A page under way is not asked for twice. */
  readonly loadMore: () => void;
}

/**
 * Follows the wallets of the directory page by page: installed, recent, recommended and certified ones first. The first page
 * is asked for once the component is mounted. Hand in a namespace for its wallets only.
 * @example const { wallets, count, pending, hasMore, error, loadMore } = useWallets();
 */
export const useWallets = ({ namespace }: NamespaceInput = {}): Wallets => {
  const { client } = useLatchkeyContext('useWallets');
  const state = useObservable('useWallets', watchWalletList, 'all', namespace);
  const loadMore = useCallback(
    () => void client.useCases.loadMoreWallets.execute(namespace === undefined ? {} : { namespace }).subscribe(),
    [client, namespace],
  );
  return { ...state, loadMore };
};
