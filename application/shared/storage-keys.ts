import type { Namespace } from '../../domain/caip/namespace.js';

const PREFIX = '@latchkey/';

/** Names of what the toolkit keeps in the browser's storage. */
export const STORAGE_KEYS = {
  /** CAIP-2 id of the network last in use. */
  activeNetwork: `${PREFIX}active_caip_network_id`,
  /** Namespace last in use. */
  activeNamespace: `${PREFIX}active_namespace`,
  /** Comma list of the connected namespaces. */
  connectedNamespaces: `${PREFIX}connected_namespaces`,
  /** `connected` or `disconnected`. */
  connectionStatus: `${PREFIX}connection_status`,
  /** JSON list of the wallets used last. */
  recentWallets: `${PREFIX}recent_wallets`,
  /** JSON `{ href, name }` of the link that brings the connected wallet up. The official clients read and write it too. */
  deepLink: 'WALLETCONNECT_DEEPLINK_CHOICE',
  /** JSON of the wallet, its link and the end of the pairing that a person left the page for. Holds no URI. */
  pendingPairing: `${PREFIX}pending_pairing`,
  /** JSON list of the transactions that were broadcast and whose outcome is not known, or not for long. */
  transactions: `${PREFIX}transactions`,
  /** Connector id that a namespace is connected with. */
  connectorId: (namespace: Namespace): string => `${PREFIX}${namespace}:connected_connector_id`,
  /** JSON of the account that a person picked among those of a namespace's wallet. */
  accountChoice: (namespace: Namespace): string => `${PREFIX}${namespace}:account_choice`,
  /** JSON of what is shown of a connection by the wallet protocol before its session is loaded, and of the last one that was lost. */
  remembered: (namespace: Namespace): string => `${PREFIX}${namespace}:remembered_connection`,
} as const;
