import { useWalletList, type Wallets } from './use-wallet-list.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Returns the wallets of the directory page by page: installed, recent, recommended and certified ones first. The first page is fetched
 * after mounting. Pass a namespace to list its wallets only.
 * @example const { wallets, count, pending, hasMore, error, loadMore } = useWallets();
 */
export const useWallets = ({ namespace }: NamespaceInput = {}): Wallets =>
  useWalletList('useWallets', 'all', namespace === undefined ? {} : { namespace });
