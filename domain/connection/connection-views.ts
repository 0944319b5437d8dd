import { addressLabelOf } from '../account/address-label.js';
import { type AccountId, formatAccountId } from '../caip/caip-10.js';
import { type Namespace, namespacesOf } from '../caip/namespace.js';
import { addressExplorerUrl } from '../network/explorer-url.js';
import { findNetworkById } from '../network/find-network.js';
import type { Network } from '../network/network.js';
import { unknownNetwork } from '../network/unknown-network.js';
import { NO_DETAILS, NO_LABELS } from './connection-machine.js';
import type { AccountState, ConnectionState, ConnectionStatus, NamespaceState, RememberedSession } from './connection-state.js';

/** Status of one namespace: a live session counts as connected also while another wallet is being asked. */
export const statusOf = (state: NamespaceState | undefined): ConnectionStatus => {
  if (state === undefined) return 'disconnected';
  if (state.session !== null) return 'connected';
  if (state.attempt === null) return 'disconnected';
  return state.attempt.silent ? 'reconnecting' : 'connecting';
};

/** What is shown as connected: the session, or what the last page was connected with, while that is being taken up. */
export const shownSessionOf = (state: NamespaceState | undefined): RememberedSession | null =>
  state?.session ?? (statusOf(state) === 'reconnecting' ? (state?.remembered ?? null) : null);

/** The same state gives the same stand-in, so that who compares by identity sees no change where there is none. */
const strangers = new WeakMap<NamespaceState, Network>();

/** The network a namespace is on: the wallet's while connected, else the chosen one. Unconfigured ones come as `Unknown Network`. */
export const networkOf = (state: NamespaceState): Network => {
  const chainId = state.session?.chainId ?? state.selectedChainId;
  const found = findNetworkById(state.requested, chainId) ?? strangers.get(state);
  if (found !== undefined) return found;
  const stranger = unknownNetwork(chainId);
  strangers.set(state, stranger);
  return stranger;
};

/** The network of the active namespace. */
export const activeNetworkOf = (state: ConnectionState): Network | undefined => {
  const active = state.namespaces[state.activeNamespace];
  return active === undefined ? undefined : networkOf(active);
};

/** Every configured network, in the host's order by namespace. */
export const allNetworksOf = (state: ConnectionState): readonly Network[] =>
  Object.values(state.namespaces).flatMap(({ requested }) => requested);

/** The namespaces with a session. */
export const connectedNamespacesOf = (state: ConnectionState): readonly Namespace[] =>
  namespacesOf(state.namespaces).filter((namespace) => state.namespaces[namespace]?.session != null);

/**
 * The account of a namespace with every field of the specification's section 3; an empty one where nothing is connected. While
 * the connection of the last page is taken up it is that account already, without `isConnected`: nobody can sign yet.
 */
export const accountOf = (state: ConnectionState, namespace: Namespace = state.activeNamespace): AccountState => {
  const own = state.namespaces[namespace];
  const session = shownSessionOf(own);
  const status = statusOf(own);
  if (own === undefined || session === null) {
    return {
      ...NO_DETAILS,
      namespace,
      addressLabels: own?.addressLabels ?? NO_LABELS,
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
    };
  }
  const { address } = session.accounts[0];
  const caipAddress: AccountId = formatAccountId(own.session?.chainId ?? own.selectedChainId, address);
  return {
    ...own.details,
    namespace,
    addressLabels: own.addressLabels,
    addressLabel: addressLabelOf(own.addressLabels, namespace, address),
    status,
    isConnected: own.session !== null,
    caipAddress,
    address,
    balance: own.balance.balance?.value,
    balanceSymbol: own.balance.balance?.symbol,
    balanceDecimals: own.balance.balance?.decimals,
    balanceLoading: own.balance.loading,
    lastRetry: own.balance.lastRetry ?? undefined,
    addressExplorerUrl: addressExplorerUrl(networkOf(own), address),
    allAccounts: session.accounts,
    connectedWalletInfo: {
      name: session.connector.name,
      icon: session.connector.icon,
      type: session.connector.type,
      rdns: session.connector.rdns,
    },
    connectorId: session.connector.id,
  };
};
