import { useContext } from 'react';
import { type ConnectorRow, connectorRows, unlistedRecentWallets } from '../../../domain/connection/connector-list.js';
import type { RecentWallet } from '../../../domain/connection/recent-wallets.js';
import { type DirectoryWallet, fromCustomWallet } from '../../../domain/directory/directory-wallet.js';
import { hasDirectory } from '../../../domain/directory/has-directory.js';
import { recommendedRows, unlistedWallets } from '../../../domain/directory/wallet-order.js';
import { type ConnectorGroup, enabledConnectorGroups, orderConnectorGroups } from '../../../domain/options/connector-type-order.js';
import { ModalNamespaceContext } from '../../components/modal-namespace-context.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useConnectors } from '../../hooks/use-connectors.js';
import { useLatchkey } from '../../hooks/use-latchkey.js';
import { useOptions } from '../../hooks/use-options.js';

/** Content of the wallet list. */
export interface ConnectList {
  /** Installed wallets. */
  readonly installed: readonly ConnectorRow[];
  readonly recent: readonly RecentWallet[];
  /** The app's custom wallets, if remote wallets can be connected; otherwise they are links. */
  readonly custom: readonly DirectoryWallet[];
  /** Number of slots for recommended wallets. */
  readonly recommended: number;
  /** True if the wallet directory is available. */
  readonly directory: boolean;
  /** True if the list ends with a QR code and a link to copy, on a phone. */
  readonly phoneAlternatives: boolean;
  /** True if the last row opens all wallets. */
  readonly allWallets: boolean;
  /** Groups with content, in the configured order. */
  readonly groups: readonly ConnectorGroup[];
}

/** Group of an installed wallet; `null` if it has no row in the list. */
export const groupOf = ({ type }: ConnectorRow): ConnectorGroup | null => {
  if (type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN') return 'injected';
  return type === 'EXTERNAL' ? 'external' : null;
};

const isEnabled = (setting: 'SHOW' | 'HIDE' | 'ONLY_MOBILE', mobile: boolean): boolean =>
  setting === 'SHOW' || (setting === 'ONLY_MOBILE' && mobile);

/** True if remote wallets can be connected in the modal's namespace. */
export const useCanPair = (): boolean => {
  const namespace = useContext(ModalNamespaceContext);
  return useConnectors().some(
    (connector) => connector.type === 'WALLET_CONNECT' && (namespace === null || connector.namespace === namespace),
  );
};

/** Returns the content of the wallet list, by group. @param customLinkCount number of custom wallets that are links */
export const useConnectList = (stored: readonly RecentWallet[], customLinkCount: number): ConnectList => {
  const options = useOptions();
  const { features, featuredWalletIds = [], customWallets = [] } = options;
  const client = useLatchkey();
  const { mobile } = client.browser.platform;
  const { connectedNamespaces } = useConnectionStatus();
  const namespace = useContext(ModalNamespaceContext);
  const connectors = useConnectors();
  const canPair = useCanPair();
  const directory = canPair && hasDirectory(options);
  const recent = canPair ? unlistedRecentWallets(stored, connectors) : [];
  const custom = canPair ? unlistedWallets(customWallets.map(fromCustomWallet), { connectors, recent }) : [];
  const installed = connectorRows(connectors, namespace).filter((row) => groupOf(row) !== null);
  const injected = installed.filter((row) => groupOf(row) === 'injected');
  const named = injected.filter(({ type }) => type !== 'INJECTED');
  const recommended =
    directory && featuredWalletIds.length === 0 && customWallets.length === 0 ? recommendedRows(named.length, recent.length) : 0;
  const connectedWithWalletConnect = connectedNamespaces.some((each) => client.getProviderType(each) === 'WALLET_CONNECT');
  const enabled = enabledConnectorGroups({
    // A phone cannot scan its own screen: it has a QR code and a link at the end of the list.
    enableWalletConnect: canPair && !mobile,
    connectedWithWalletConnect,
    recent: recent.length,
    injected: injected.length,
    featured: directory ? featuredWalletIds.length : 0,
    custom: custom.length + customLinkCount,
    external: installed.length - injected.length,
    recommended,
  });
  return {
    installed,
    recent,
    custom,
    recommended,
    directory,
    phoneAlternatives: mobile && canPair && !connectedWithWalletConnect,
    allWallets: directory && features.allWallets && isEnabled(options.allWallets, mobile),
    groups: orderConnectorGroups(features.connectorTypeOrder, enabled),
  };
};
