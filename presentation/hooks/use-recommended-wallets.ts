import { useWalletList, type WalletListInput, type Wallets } from './use-wallet-list.js';

/**
 * Returns the first four wallets of the directory. `loadMore` retries after an error.
 * @example const { wallets, error, loadMore } = useRecommendedWallets();
 */
export const useRecommendedWallets = (input: WalletListInput = {}): Wallets => useWalletList('useRecommendedWallets', 'recommended', input);
