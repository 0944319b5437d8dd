import { useWalletList, type Wallets } from './use-wallet-list.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Returns the first four wallets of the directory. `loadMore` retries after an error.
 * @example const { wallets, error, loadMore } = useRecommendedWallets();
 */
export const useRecommendedWallets = ({ namespace }: NamespaceInput = {}): Wallets =>
  useWalletList('useRecommendedWallets', 'recommended', namespace);
