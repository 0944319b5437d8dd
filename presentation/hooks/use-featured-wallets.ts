import { useWalletList, type WalletListInput, type Wallets } from './use-wallet-list.js';

/**
 * Returns the wallets of the option `featuredWalletIds`, in its order. Nothing is fetched if the option is empty. `loadMore` retries after
 * an error.
 * @example const { wallets, error, loadMore } = useFeaturedWallets();
 */
export const useFeaturedWallets = (input: WalletListInput = {}): Wallets => useWalletList('useFeaturedWallets', 'featured', input);
