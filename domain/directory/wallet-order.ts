import type { ChainId } from '../caip/caip-2.js';
import type { Connector } from '../connection/connector.js';
import { isConnectorOf } from '../connection/connector-list.js';
import type { RecentWallet } from '../connection/recent-wallets.js';
import type { DirectoryWallet } from './directory-wallet.js';

/** Input of the wallet order. */
export interface WalletOrder {
  /** Installed wallets, by their connectors. */
  readonly connectors: readonly Connector[];
  readonly recent: readonly RecentWallet[];
  /** Ids of featured and recommended wallets. */
  readonly recommended: readonly string[];
}

/** Tests whether a directory wallet is installed in this browser. */
export const isInstalled = (wallet: Pick<DirectoryWallet, 'id' | 'name' | 'rdns'>, connectors: readonly Connector[]): boolean =>
  connectors.some((connector) => connector.type !== 'WALLET_CONNECT' && isConnectorOf(connector, wallet));

/** Removes duplicates and keeps the first of each. */
export const uniqueWallets = (wallets: readonly DirectoryWallet[]): readonly DirectoryWallet[] => {
  const unique = new Map<string, DirectoryWallet>();
  for (const wallet of wallets) if (!unique.has(wallet.id)) unique.set(wallet.id, wallet);
  return [...unique.values()];
};

/**
 * Sorts installed wallets first, then recent, recommended and certified ones, then all others. Keeps the directory's order within a group
 * and removes duplicates.
 */
export const orderWallets = (
  wallets: readonly DirectoryWallet[],
  { connectors, recent, recommended }: WalletOrder,
): readonly DirectoryWallet[] => {
  const recentIds = recent.map(({ id }) => id);
  const rankOf = (wallet: DirectoryWallet): number => {
    if (isInstalled(wallet, connectors)) return 0;
    if (recentIds.includes(wallet.id)) return 1;
    if (recommended.includes(wallet.id)) return 2;
    return wallet.badge_type === 'certified' ? 3 : 4;
  };
  return uniqueWallets(wallets)
    .map((wallet) => [rankOf(wallet), wallet] as const)
    .sort(([a], [b]) => a - b)
    .map(([, wallet]) => wallet);
};

/** Sorts wallets by the order of the ids; others come last. */
export const sortByIds = (wallets: readonly DirectoryWallet[], ids: readonly string[]): readonly DirectoryWallet[] => {
  const positionOf = ({ id }: DirectoryWallet): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...wallets].sort((a, b) => positionOf(a) - positionOf(b));
};

/** Filters wallets that support one of the chains. Wallets without chains in the directory are kept. */
export const filterByChains = (wallets: readonly DirectoryWallet[], chains: readonly ChainId[]): readonly DirectoryWallet[] =>
  wallets.filter((wallet) => wallet.chains.length === 0 || wallet.chains.some((chain) => chains.includes(chain)));

/** Wallets that are not displayed as a connector or a recent wallet. */
export const unlistedWallets = <Wallet extends { readonly id: string; readonly rdns?: string | null | undefined }>(
  wallets: readonly Wallet[],
  { connectors, recent }: Pick<WalletOrder, 'connectors' | 'recent'>,
): readonly Wallet[] =>
  wallets.filter(
    (wallet) => !connectors.some((connector) => isConnectorOf(connector, wallet)) && !recent.some(({ id }) => id === wallet.id),
  );

/** Rows of the Connect view for recommended wallets, minus installed and recent ones. */
const RECOMMENDED_ROWS = 2;

/** Number of recommended wallets in the Connect view. */
export const recommendedRows = (installed: number, recent: number): number => Math.max(0, RECOMMENDED_ROWS - installed - recent);

/** Label for a number of wallets: exact below ten, else rounded down to tens with a plus. */
export const countLabel = (count: number): string => (count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`);
