import type { ChainId } from '../caip/caip-2.js';
import type { Connector } from '../connection/connector.js';
import { isConnectorOf } from '../connection/connector-list.js';
import type { RecentWallet } from '../connection/recent-wallets.js';
import type { DirectoryWallet } from './directory-wallet.js';

/** What puts a wallet ahead of others. */
export interface WalletOrder {
  /** What is installed: a wallet that a connector leads to. */
  readonly connectors: readonly Connector[];
  readonly recent: readonly RecentWallet[];
  /** Ids of the featured and the recommended wallets. */
  readonly recommended: readonly string[];
}

/** Whether a wallet of the directory is installed in this browser. */
export const isInstalled = (wallet: DirectoryWallet, connectors: readonly Connector[]): boolean =>
  connectors.some((connector) => connector.type !== 'WALLET_CONNECT' && isConnectorOf(connector, wallet));

/** Each wallet once, the first mention counts. */
export const uniqueWallets = (wallets: readonly DirectoryWallet[]): readonly DirectoryWallet[] => {
  const unique = new Map<string, DirectoryWallet>();
  for (const wallet of wallets) if (!unique.has(wallet.id)) unique.set(wallet.id, wallet);
  return [...unique.values()];
};

/**
 * Installed wallets first, then recent, recommended and certified ones, then all others; inside of a group the directory's
 * order stays. Each wallet stands in the list once.
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

/** In the order of the ids; wallets that are not among them last. */
export const inOrderOf = (wallets: readonly DirectoryWallet[], ids: readonly string[]): readonly DirectoryWallet[] => {
  const placeOf = ({ id }: DirectoryWallet): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...wallets].sort((a, b) => placeOf(a) - placeOf(b));
};

/**
 * The wallets that serve one of the chains. Ids are compared as a whole: `eip155:1` is not `eip155:10`. A wallet that the
 * directory gives no chains may serve any.
 */
export const servingChains = (wallets: readonly DirectoryWallet[], chains: readonly ChainId[]): readonly DirectoryWallet[] =>
  wallets.filter((wallet) => wallet.chains.length === 0 || wallet.chains.some((chain) => chains.includes(chain)));

/** The wallets that are not on screen already, as a connector or as a recent wallet. */
export const unlistedWallets = <Wallet extends { readonly id: string; readonly rdns?: string | null | undefined }>(
  wallets: readonly Wallet[],
  { connectors, recent }: Pick<WalletOrder, 'connectors' | 'recent'>,
): readonly Wallet[] =>
  wallets.filter(
    (wallet) => !connectors.some((connector) => isConnectorOf(connector, wallet)) && !recent.some(({ id }) => id === wallet.id),
  );

/** Wallets beside the connect view's list: two rows, less those that are taken. */
const RECOMMENDED_ROWS = 2;

/** How many recommended wallets the connect view shows beside so many installed and recent ones. */
export const recommendedRows = (installed: number, recent: number): number => Math.max(0, RECOMMENDED_ROWS - installed - recent);

/** The number of wallets on a label: exact below ten, else rounded down to tens with a plus. */
export const countLabel = (count: number): string => (count < 10 ? String(count) : `${Math.floor(count / 10) * 10}+`);
