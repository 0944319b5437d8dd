import type { WalletListState } from '../../domain/directory/wallet-list-state.js';
import { useObservable } from './use-observable.js';
import type { NamespaceInput } from './watch-connection.js';
import { watchWalletList } from './watch-wallet-list.js';

/**
 * Follows the four wallets that the directory puts first.
 * @example const { wallets } = useRecommendedWallets();
 */
export const useRecommendedWallets = ({ namespace }: NamespaceInput = {}): WalletListState =>
  useObservable('useRecommendedWallets', watchWalletList, 'recommended', namespace);
