import { useWalletList, type Wallets } from './use-wallet-list.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Follows the wallets that the host features, in its order. Nothing is asked for where it features none. Where they did not come,
 * `loadMore` asks again.
 * @example const { wallets, error, loadMore } = useFeaturedWallets();
 */
export const useFeaturedWallets = ({ namespace }: NamespaceInput = {}): Wallets =>
  useWalletList('useFeaturedWallets', 'featured', namespace);
