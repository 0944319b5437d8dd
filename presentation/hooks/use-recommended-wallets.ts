import { useWalletList, type Wallets } from './use-wallet-list.js';
import type { NamespaceInput } from './watch-connection.js';

/**
 * Follows the four wallets that the directory puts first. Where they did not come, `loadMore` asks again.
 * @example const { wallets, error, loadMore } = useRecommendedWallets();
 */
export const useRecommendedWallets = ({ namespace }: NamespaceInput = {}): Wallets =>
  useWalletList('useRecommendedWallets', 'recommended', namespace);
