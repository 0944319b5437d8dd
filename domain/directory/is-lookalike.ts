import type { Connector } from '../connection/connector.js';
import { brandOf, isInstalledType } from '../connection/connector-list.js';
import { skeletonOf } from '../connection/name-skeleton.js';
import type { DirectoryWallet } from './directory-wallet.js';
import { isInstalled } from './wallet-order.js';

type Identity = Pick<DirectoryWallet, 'name' | 'rdns'>;

/** What a list shows of a wallet and its identity. */
export type ListedWallet = Pick<DirectoryWallet, 'id' | 'name' | 'rdns'>;

/** Tests whether two wallets look alike although they are different: their reverse domain names differ, or their names use other letters. */
const isOtherWallet = (a: Identity, b: Identity): boolean =>
  skeletonOf(a.name) === skeletonOf(b.name) && ((a.rdns !== null && b.rdns !== null) || brandOf(a.name) !== brandOf(b.name));

/**
 * Tests whether a directory wallet's name looks like that of a different wallet: one that is installed, or another one of the list.
 * @param listed directory wallets of the same list
 */
export const isLookalike = (wallet: ListedWallet, connectors: readonly Connector[], listed: readonly ListedWallet[] = []): boolean =>
  (!isInstalled(wallet, connectors) &&
    connectors.some((connector) => isInstalledType(connector.type) && isOtherWallet(connector, wallet))) ||
  listed.some((other) => other.id !== wallet.id && !(wallet.rdns !== null && other.rdns === wallet.rdns) && isOtherWallet(other, wallet));

/** Tests whether an installed wallet's name looks like that of a different wallet of the directory. */
export const isLookalikeOfListed = (connector: Connector, listed: readonly ListedWallet[]): boolean =>
  isInstalledType(connector.type) && listed.some((wallet) => !isInstalled(wallet, [connector]) && isOtherWallet(connector, wallet));

/** Ids of the wallets of a long list that look like a different wallet. @see isLookalike */
export const lookalikeIds = (wallets: readonly ListedWallet[], connectors: readonly Connector[]): ReadonlySet<string> => {
  const bySkeleton = new Map<string, ListedWallet[]>();
  for (const wallet of wallets) {
    const skeleton = skeletonOf(wallet.name);
    bySkeleton.set(skeleton, [...(bySkeleton.get(skeleton) ?? []), wallet]);
  }
  const groups = [...bySkeleton.values()];
  return new Set(groups.flatMap((group) => group.filter((wallet) => isLookalike(wallet, connectors, group)).map(({ id }) => id)));
};
