import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';

const PREFIX = '@latchkey/';

/** Keys in the browser's storage. */
export const STORAGE_KEYS = {
  /** CAIP-2 id of the last active network. */
  activeNetwork: `${PREFIX}active_caip_network_id`,
  /** Last active namespace. */
  activeNamespace: `${PREFIX}active_namespace`,
  /** Comma-separated list of the connected namespaces. */
  connectedNamespaces: `${PREFIX}connected_namespaces`,
  /** `connected` or `disconnected`. */
  connectionStatus: `${PREFIX}connection_status`,
  /** Theme mode that the user chose. */
  themeMode: `${PREFIX}theme_mode`,
  /** JSON array of recently used wallets. */
  recentWallets: `${PREFIX}recent_wallets`,
  /** JSON array of addresses that the user has sent to. */
  recentRecipients: `${PREFIX}recent_recipients`,
  /** JSON array of the tokens that the user has hidden. */
  hiddenTokens: `${PREFIX}hidden_tokens`,
  /** JSON array of the tokens that the user has added. */
  addedTokens: `${PREFIX}added_tokens`,
  /** JSON `{ href, name }` of the deep link to the wallet that was connected last. Shared with the official WalletConnect clients. */
  deepLink: 'WALLETCONNECT_DEEPLINK_CHOICE',
  /** JSON object of the deep links to remote wallets, by session topic; `null` for a wallet on another device. */
  walletLinks: `${PREFIX}wallet_links`,
  /** JSON of the pending pairing after the user switched to a wallet app: the wallet, its link and the expiry. Contains no URI. */
  pendingPairing: `${PREFIX}pending_pairing`,
  /** JSON array of broadcast transactions that are pending or recently settled, or that no service has in a history. */
  transactions: `${PREFIX}transactions`,
  /** JSON array of the coins that payments of a Bitcoin address spend which are not confirmed yet. */
  coinsInUse: (account: AccountId): string => `${PREFIX}coins_in_use:${account}`,
  /** JSON array of recent blockhashes with the compute unit limits of the transfers that a Solana account built with them. */
  computeUnitLimits: (account: AccountId): string => `${PREFIX}compute_unit_limits:${account}`,
  /** JSON array of recent extrinsics of a Polkadot account, `<chain id>:<account id in hex>`, with what makes them unique. */
  sentExtrinsics: (account: string): string => `${PREFIX}sent_extrinsics:${account}`,
  /** Time of the last sign-in or sign-out, which other tabs react to. */
  signInChanged: `${PREFIX}sign_in_changed`,
  /** JSON array of the sessions of the local sign-in service. */
  signInSessions: `${PREFIX}sign_in_sessions`,
  /** JSON array of the nonces that the local sign-in service has issued, with their expiries. */
  signInNonces: `${PREFIX}sign_in_nonces`,
  /** The login to the embedded wallet. */
  embeddedWallet: {
    /** `true` after a login. */
    loggedIn: `${PREFIX}embedded_wallet:logged_in`,
    email: `${PREFIX}embedded_wallet:email`,
    /** CAIP-2 id of the chain that was last used. */
    lastChain: `${PREFIX}embedded_wallet:last_chain`,
    /** Time of the last code by mail. */
    codeRequestedAt: `${PREFIX}embedded_wallet:code_requested_at`,
    /** Comma-separated chain ids of the networks with smart accounts. */
    smartAccountNetworks: `${PREFIX}embedded_wallet:smart_account_networks`,
    /** Account type that the user prefers. */
    preferredAccountType: `${PREFIX}embedded_wallet:preferred_account_type`,
    /** Name of the social account. */
    userName: `${PREFIX}embedded_wallet:user_name`,
    /** Social account that the user has logged in with. */
    socialProvider: `${PREFIX}embedded_wallet:social_provider`,
    /** Social account that the user logs in with in this tab, which has left the page for it. */
    pendingSocial: `${PREFIX}embedded_wallet:pending_social`,
  },
  /** Id of the namespace's connector. */
  connectorId: (namespace: Namespace): string => `${PREFIX}${namespace}:connected_connector_id`,
  /** JSON of the account that the user selected in a namespace. */
  accountChoice: (namespace: Namespace): string => `${PREFIX}${namespace}:account_choice`,
  /** JSON of the details of a remote connection that are displayed before its session is loaded, or of the last one that was lost. */
  rememberedConnection: (namespace: Namespace): string => `${PREFIX}${namespace}:remembered_connection`,
} as const;
