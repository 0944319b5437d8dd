import { useWalletList, type Wallets } from './use-wallet-list.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Returns the wallets of the option `featuredWalletIds`, in its order. Nothing is fetched if the option is empty. `loadMore` retries after
 * an error.
 * @example const { wallets, error, loadMore } = useFeaturedWallets();
 */
export const useFeaturedWallets = ({ namespace }: NamespaceInput = {}): Wallets =>
  useWalletList('useFeaturedWallets', 'featured', namespace);
