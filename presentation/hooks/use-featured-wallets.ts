import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import { useObservable } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';
import { watchWalletList } from './watch-wallet-list.js';

/**
 * Follows the wallets that the host features, in its order. Nothing is asked for where it features none.
 * @example const { wallets } = useFeaturedWallets();
 */
export const useFeaturedWallets = ({ namespace }: NamespaceInput = {}): WalletListState =>
  useObservable('useFeaturedWallets', watchWalletList, 'featured', namespace);
