import type { Latchkey } from '../../application/latchkey.js';
import type { RecentWallet } from '../../domain/connection/recent-wallets.js';
import { useObservable, type Watched } from './use-observable.js';

const NONE: readonly RecentWallet[] = [];

const watch = (client: Latchkey): Watched<readonly RecentWallet[]> => {
  const { watchRecentWallets } = client.useCases;
  return { current: () => watchRecentWallets.current(), changes: watchRecentWallets.execute(), serverValue: NONE };
};

/**
 * Returns the wallets used most recently, newest first, at most two.
 * @example const recent = useRecentWallets();
 */
export const useRecentWallets = (): readonly RecentWallet[] => useObservable('useRecentWallets', watch);
