import { addressLabelOf } from '../account/address-label.js';
import { type AccountId, formatAccountId } from '../caip/caip-10.js';
import { type Namespace, namespacesOf } from '../caip/namespace.js';
import { addressExplorerUrl } from '../network/explorer-url.js';
import { findNetworkById } from '../network/find-network.js';
import type { Network } from '../network/network.js';
import { unknownNetwork } from '../network/unknown-network.js';
import { NO_DETAILS, NO_LABELS } from './connection-machine.js';
import type { AccountState, CachedSession, ConnectionState, ConnectionStatus, NamespaceState } from './connection-state.js';
import { type EmbeddedWalletInfo, isSmartAccountEnabled } from './embedded-wallet-info.js';

/** Status of a namespace. A session counts as connected even while another wallet is connecting. */
export const statusOf = (state: NamespaceState | undefined): ConnectionStatus => {
  if (state === undefined) return 'disconnected';
  if (state.session !== null) return 'connected';
  if (state.attempt === null) return 'disconnected';
  return state.attempt.isAutomatic ? 'reconnecting' : 'connecting';
};

/** Session for display: the current one, or the cached one while reconnecting. */
export const displayedSessionOf = (state: NamespaceState | undefined): CachedSession | null =>
  state?.session ?? (statusOf(state) === 'reconnecting' ? (state?.cachedSession ?? null) : null);

/** Returns the same placeholder for the same state, so that comparisons by identity see no change. */
const placeholders = new WeakMap<NamespaceState, Network>();

/** The wallet's network while connected, else the selected one. An unconfigured chain gives `Unknown Network`. */
export const networkOf = (state: NamespaceState): Network => {
  const chainId = state.session?.chainId ?? state.selectedChainId;
  const found = findNetworkById(state.networks, chainId) ?? placeholders.get(state);
  if (found !== undefined) return found;
  const placeholder = unknownNetwork(chainId);
  placeholders.set(state, placeholder);
  return placeholder;
};

export const activeNetworkOf = (state: ConnectionState): Network | undefined => {
  const active = state.namespaces[state.activeNamespace];
  return active === undefined ? undefined : networkOf(active);
};

/** All configured networks, in configuration order by namespace. */
export const allNetworksOf = (state: ConnectionState): readonly Network[] =>
  Object.values(state.namespaces).flatMap(({ networks }) => networks);

/** Namespaces with a session. */
export const connectedNamespacesOf = (state: ConnectionState): readonly Namespace[] =>
  namespacesOf(state.namespaces).filter((namespace) => state.namespaces[namespace]?.session != null);

/**
 * The account of a namespace with all fields of section 3 of the specification; empty if disconnected. While reconnecting it is the
 * cached account, with `isConnected` false because it cannot sign yet.
 */
export const accountOf = (state: ConnectionState, namespace: Namespace = state.activeNamespace): AccountState => {
  const namespaceState = state.namespaces[namespace];
  const session = displayedSessionOf(namespaceState);
  const status = statusOf(namespaceState);
  if (namespaceState === undefined || session === null) {
    return {
      ...NO_DETAILS,
      namespace,
      addressLabels: namespaceState?.addressLabels ?? NO_LABELS,
      addressLabel: undefined,
      status,
      isConnected: false,
      caipAddress: undefined,
      address: undefined,
      balance: undefined,
      balanceSymbol: undefined,
      balanceDecimals: undefined,
      balanceLoading: false,
      lastRetry: undefined,
      addressExplorerUrl: undefined,
      allAccounts: [],
      connectedWalletInfo: undefined,
      connectorId: undefined,
      embeddedWalletInfo: undefined,
    };
  }
  const { address } = session.accounts[0];
  const caipAddress: AccountId = formatAccountId(namespaceState.session?.chainId ?? namespaceState.selectedChainId, address);
  return {
    ...namespaceState.details,
    namespace,
    addressLabels: namespaceState.addressLabels,
    addressLabel: addressLabelOf(namespaceState.addressLabels, namespace, address),
    status,
    isConnected: namespaceState.session !== null,
    caipAddress,
    address,
    balance: namespaceState.balance.balance?.value,
    balanceSymbol: namespaceState.balance.balance?.symbol,
    balanceDecimals: namespaceState.balance.balance?.decimals,
    balanceLoading: namespaceState.balance.loading,
    lastRetry: namespaceState.balance.lastRetry ?? undefined,
    addressExplorerUrl: addressExplorerUrl(networkOf(namespaceState), address),
    allAccounts: session.accounts,
    connectedWalletInfo: {
      name: session.connector.name,
      icon: session.connector.icon,
      type: session.connector.type,
      rdns: session.connector.rdns,
    },
    connectorId: session.connector.id,
    embeddedWalletInfo: embeddedWalletInfoOf(namespaceState),
  };
};

const embeddedWalletInfoOf = ({ details, session, selectedChainId }: NamespaceState): EmbeddedWalletInfo | undefined =>
  details.user === undefined
    ? undefined
    : {
        user: details.user,
        authProvider: details.socialProvider ?? 'email',
        accountType: details.preferredAccountType,
        isSmartAccountDeployed: details.smartAccountDeployed === true,
        isSmartAccountEnabled: isSmartAccountEnabled(details.smartAccountEnabledNetworks ?? [], session?.chainId ?? selectedChainId),
      };
