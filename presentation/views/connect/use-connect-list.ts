import { useContext } from 'react';
import { type ConnectorRow, connectorRows, unlistedRecentWallets } from '../../../domain/connection/connector-list.js';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { type DirectoryWallet, fromCustomWallet } from '../../../domain/directory/directory-wallet.js';
import { hasDirectory } from '../../../domain/directory/has-directory.js';
import { recommendedRows, unlistedWallets } from '../../../domain/directory/wallet-order.js';
import { type ConnectorGroup, enabledConnectorGroups, orderConnectorGroups } from '../../../domain/options/connector-type-order.js';
import { OpenedForContext } from '../../components/opened-for-context.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useOptions } from '../../hooks/use-options.js';

/** Everything that the wallet list is made of. */
export interface ConnectList {
  /** Wallets found on the page. */
  readonly found: readonly ConnectorRow[];
  readonly recent: readonly RecentWallet[];
  /** The host's own wallets, where wallets elsewhere can be connected; without that they are links. */
  readonly custom: readonly DirectoryWallet[];
  /** How many recommended wallets there is room for. */
  readonly recommended: number;
  /** Whether the directory of wallets can be asked. */
  readonly directory: boolean;
  /** Whether the last row leads to all wallets. */
  readonly allWallets: boolean;
  /** The groups that have something to show, in the order of the options. */
  readonly groups: readonly ConnectorGroup[];
}

/** The group of a wallet found on the page; `null` for what has no row of its own in the list. */
export const groupOf = ({ type }: ConnectorRow): ConnectorGroup | null => {
  if (type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN') return 'injected';
  return type === 'EXTERNAL' ? 'external' : null;
};

const isShown = (setting: 'SHOW' | 'HIDE' | 'ONLY_MOBILE', mobile: boolean): boolean =>
  setting === 'SHOW' || (setting === 'ONLY_MOBILE' && mobile);

/** Whether wallets elsewhere can be connected in the namespace that the modal was opened for. */
export const usePairs = (): boolean => {
  const namespace = useContext(OpenedForContext);
  return useConnectors().some(({ type, namespace: own }) => type === 'WALLET_CONNECT' && (namespace === null || own === namespace));
};

/** What the wallet list shows, group by group. `links` is how many of the host's wallets are mere links. */
export const useConnectList = (stored: readonly RecentWallet[], links: number): ConnectList => {
  const options = useOptions();
  const { features, featuredWalletIds = [], customWallets = [] } = options;
  const client = useLatchkey();
  const { mobile } = client.browser.platform;
  const { connectedNamespaces } = useConnectionStatus();
  const namespace = useContext(OpenedForContext);
  const connectors = useConnectors();
  const pairs = usePairs();
  const directory = pairs && hasDirectory(options);
  const recent = pairs ? unlistedRecentWallets(stored, connectors) : [];
  const custom = pairs ? unlistedWallets(customWallets.map(fromCustomWallet), { connectors, recent }) : [];
  const found = connectorRows(connectors, namespace).filter((row) => groupOf(row) !== null);
  const injected = found.filter((row) => groupOf(row) === 'injected');
  const named = injected.filter(({ type }) => type !== 'INJECTED');
  const recommended =
    directory && featuredWalletIds.length === 0 && customWallets.length === 0 ? recommendedRows(named.length, recent.length) : 0;
  const enabled = enabledConnectorGroups({
    // A phone scans no code of its own screen: its wallets are links, where the directory knows them.
    enableWalletConnect: pairs && !(mobile && directory),
    connectedWithWalletConnect: connectedNamespaces.some((each) => client.getProviderType(each) === 'WALLET_CONNECT'),
    recent: recent.length,
    injected: injected.length,
    featured: directory ? featuredWalletIds.length : 0,
    custom: custom.length + links,
    external: found.length - injected.length,
    recommended,
  });
  return {
    found,
    recent,
    custom,
    recommended,
    directory,
    allWallets: directory && features.allWallets && isShown(options.allWallets, mobile),
    groups: orderConnectorGroups(features.connectorTypeOrder, enabled),
  };
};
