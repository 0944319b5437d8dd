import type { AccountTypes } from '../caip/account-types.js';
import type { CustomRpcUrl } from '../network/extend-network.js';
import type { Network, NetworkDefinition } from '../network/network.js';
import type { ConnectMethod } from './connect-order.js';
import type { ConnectorGroup } from './connector-type-order.js';

/** Social login providers of the embedded wallet. */
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook';
/** A button of the account view. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send';
/** Theme of the modal and the buttons. `auto` follows the system's theme (`prefers-color-scheme`), also when it changes. */
export type ThemeMode = 'light' | 'dark' | 'auto';

/** Features of the modal. */
export interface Features {
  /** Swap tokens of EVM accounts in the modal, with a `projectId` or an `endpoints.blockchainApi`. Default `true`. */
  readonly swaps: boolean;
  /** Offer to buy coins and tokens, on EVM chains and Solana. Default `true`. */
  readonly onramp: boolean;
  /** Offer to receive: the account's address as text and QR code. Default `true`. */
  readonly receive: boolean;
  /** Send coins and tokens in the modal. Default `true`. */
  readonly send: boolean;
  /** Login by email to the embedded wallet, with a `projectId` or an `endpoints.secureSite`. Default `true`. */
  readonly email: boolean;
  /** `false` collapses the wallets into one button, like `collapseWallets`. Default `true`. */
  readonly emailShowWallets: boolean;
  /** Social logins to the embedded wallet in order; `false` or `[]` to disable. Default: all. */
  readonly socials: readonly SocialProvider[] | false;
  /** Order of the groups in the wallet list. Missing groups are appended. */
  readonly connectorTypeOrder: readonly ConnectorGroup[];
  /** Show the account's transaction history. Default `true`. */
  readonly history: boolean;
  /** Show what is on its way in a tray, also while the modal is closed. Default `true`. */
  readonly transactionTray: boolean;
  /** Sends usage events to `endpoints.analytics` once the user acts. Default `true`. */
  readonly analytics: boolean;
  /** Show the list of all wallets. Default `true`. */
  readonly allWallets: boolean;
  /** Require the user to accept the terms before connecting. Default `false`. */
  readonly legalCheckbox: boolean;
  /** Smart sessions. Not available yet: `true` is rejected. Default `false`. */
  readonly smartSessions: boolean;
  /** Collapse the wallets into one button if email or social login is offered. Default `false`. */
  readonly collapseWallets: boolean;
  /** Order of the account view's buttons. A feature that is left out has none. Default `onramp`, `swaps`, `receive`, `send`; those not available yet are skipped. */
  readonly walletFeaturesOrder: readonly WalletFeature[];
  /** Order of the connect methods. Default: depends on installed wallets (`resolveConnectMethods`). */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined;
}

/** CSS custom properties of the theme. Lengths and colors are CSS values. */
export interface ThemeVariables {
  /** A CSS font list. Default: the system font. */
  readonly '--lk-font-family'?: string;
  /** A CSS color. The color of text on it is computed. Default `#e5b567`. */
  readonly '--lk-accent'?: string;
  /** A CSS color that tints all surfaces. */
  readonly '--lk-color-mix'?: string;
  /** Strength of the tint in percent, 0 to 100. Default `0`. */
  readonly '--lk-color-mix-strength'?: number;
  /** A CSS length. Font sizes are 1.15 to 1.8 times as large. Default `10px`. */
  readonly '--lk-font-size-master'?: string;
  /** A CSS length. Corner radii are 1.5 to 7 times as large. Default `4px`. */
  readonly '--lk-border-radius-master'?: string;
  /** Stacking order of the modal outside of the top layer. Default `999`. */
  readonly '--lk-z-index'?: number;
  /** A CSS color, darkened if cameras could not read it. Default `#17161a`. */
  readonly '--lk-qr-color'?: string;
}

/** Metadata of the app, shown by wallets. */
export interface AppMetadata {
  readonly name: string;
  /** Short description of the app. */
  readonly description: string;
  /** URL of the app. Wallets receive its origin. */
  readonly url: string;
  /** Icon URLs. May be empty. */
  readonly icons: readonly string[];
}

/** A wallet that the app adds to the list. */
export interface CustomWallet {
  /** Unique id. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** URL of the wallet's website. */
  readonly homepage?: string | undefined;
  /** Image URL, including `data:` URLs. */
  readonly image_url?: string | undefined;
  /** Link of the mobile app, such as `wallet://` or `https://wallet.example`. The pairing URI is appended. */
  readonly mobile_link?: string | undefined;
  /** Link of the desktop app. The pairing URI is appended. */
  readonly desktop_link?: string | undefined;
  /** URL of the web wallet. The pairing URI is appended. */
  readonly webapp_link?: string | undefined;
  /** App Store URL. */
  readonly app_store?: string | undefined;
  /** Google Play URL. */
  readonly play_store?: string | undefined;
  /** Reverse domain name that the installed wallet announces (EIP-6963), to avoid listing it twice. */
  readonly rdns?: string | undefined;
}

/** Service URLs. Default URLs need a `projectId`. `rpc` is by CAIP-2 id. */
export interface Endpoints {
  /** WalletConnect relay: `wss:`, or `ws:` on this device. Default `wss://relay.walletconnect.org`, then `wss://relay.walletconnect.com`. */
  readonly relay?: string | undefined;
  /** Verify service, which attests the app's origin to wallets. Off by default. */
  readonly verify?: string | undefined;
  /** RPC service for many networks. Default `https://rpc.walletconnect.org`, with a `projectId`. */
  readonly blockchainApi?: string | undefined;
  /** Wallet directory. Default `https://api.web3modal.org`. */
  readonly walletDirectory?: string | undefined;
  /** Wallet images. Default `https://api.web3modal.org`. */
  readonly images?: string | undefined;
  /** Service that receives usage events. Default `https://pulse.walletconnect.org`, with a `projectId`; none are sent without either. */
  readonly analytics?: string | undefined;
  /** Esplora API for Bitcoin. Default `https://mempool.space/api`, unless the network or `bip122()` sets URLs. Needs no `projectId`. */
  readonly esplora?: string | undefined;
  /**
   * Polkadot RPC endpoint (http, https, ws or wss), for the network that it serves. Used before the network's own URLs. Off by default;
   * needs no `projectId`.
   */
  readonly polkadot?: string | undefined;
  /**
   * Frame of the embedded wallet's site. Default `https://secure.walletconnect.org/sdk`, with a `projectId`. With `/f/<sha256>/sdk` as its
   * path, it is that bundle of a site that can be verified, and no later one.
   */
  readonly secureSite?: string | undefined;
  /**
   * ERC-4337 bundler that is asked for the receipts of user operations, for all networks: requests have the query parameters `projectId`,
   * `chainId` and `bundler`. Off by default; needs no `projectId`.
   */
  readonly bundler?: string | undefined;
  /** One additional RPC URL by CAIP-2 id, after `customRpcUrls`. */
  readonly rpc?: Readonly<Record<string, string>> | undefined;
}

/** Overrides of the connection to remote wallets. Each list replaces the default of its namespace. */
export interface UniversalProviderConfigOverride {
  /** Proposed methods by namespace. */
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Proposed CAIP-2 ids by namespace. */
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Proposed events by namespace. */
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined;
  /** One additional RPC URL by CAIP-2 id, after `customRpcUrls`. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined;
  /** CAIP-2 id of the network that is active after a remote wallet has connected in its namespace. Default: the active one. */
  readonly defaultChain?: string | undefined;
}

/** Buying coins and tokens. */
export interface OnrampConfig {
  /** Public key of the app at Meld. Default: Meld is not offered. */
  readonly meldPublicKey?: string | undefined;
  /** Page of Meld. Default `https://meldcrypto.com`. */
  readonly meldUrl?: string | undefined;
  /** IANA time zones in which buying is not offered, such as `Asia/Shanghai`. Default: none. */
  readonly restrictedTimeZones?: readonly string[] | undefined;
}

/** Watching of pending transactions, which stops for good after 99 notifications. */
export interface PendingTransactionsFilter {
  /** Default `false`. */
  readonly enable: boolean;
  /** Interval of the polls, in ms. Default 30,000. */
  readonly pollingInterval: number;
}

/** Options as plain data. Only `networks` is required. */
export interface OptionsInput {
  /** Networks of the app. The first one is active by default. Accepts the chains of `viem/chains`. */
  readonly networks: readonly [NetworkDefinition, ...NetworkDefinition[]];
  /** The initially active network, one of `networks`. Default: the first. */
  readonly defaultNetwork?: NetworkDefinition | undefined;
  /** Project id of the default services. Without it, services that need one are off. */
  readonly projectId?: string | undefined;
  /** App metadata for remote wallets. Default: title, description, origin and icon of the page. */
  readonly metadata?: AppMetadata | undefined;
  /** Features of the modal. */
  readonly features?: Partial<Features> | undefined;
  /** Default `dark`; `auto` follows the system. */
  readonly themeMode?: ThemeMode | undefined;
  /** Theme variables of the modal and the buttons. */
  readonly themeVariables?: ThemeVariables | undefined;
  /** Ids of directory wallets that are listed first. */
  readonly featuredWalletIds?: readonly string[] | undefined;
  /** Ids of the directory wallets to list. Default: all. */
  readonly includeWalletIds?: readonly string[] | undefined;
  /** Ids of directory wallets that are never listed, even if installed. */
  readonly excludeWalletIds?: readonly string[] | undefined;
  /** Additional wallets in the list. */
  readonly customWallets?: readonly CustomWallet[] | undefined;
  /** Tokens whose balances are shown: CAIP-19 asset types such as `eip155:1/erc20:0x…`, or one address per CAIP-2 chain id. */
  readonly tokens?:
    | readonly string[]
    | Readonly<Record<string, { readonly address: string; readonly image?: string | undefined }>>
    | undefined;
  /** Custom RPC URLs by CAIP-2 id, by preference. Used before the network's own URLs. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined;
  /** Image URLs by network `id`, such as `1`. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined;
  /** Image URLs by connector id, such as `io.metamask`. */
  readonly connectorImages?: Readonly<Record<string, string>> | undefined;
  /** URL of the terms, linked below the wallets. */
  readonly termsConditionsUrl?: string | undefined;
  /** URL of the privacy policy, linked below the wallets. */
  readonly privacyPolicyUrl?: string | undefined;
  /** Visibility of the button for all wallets. Default `SHOW`. */
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined;
  /** Allows networks other than `networks`, without the UnsupportedChain view. Default `false`. */
  readonly allowUnsupportedChain?: boolean | undefined;
  /** `false` hides network switching. Default `true`. */
  readonly enableNetworkSwitch?: boolean | undefined;
  /** `false` disables all wallets. Default `true`. */
  readonly enableWallets?: boolean | undefined;
  /** `false` disables WalletConnect. Default `true`. */
  readonly enableWalletConnect?: boolean | undefined;
  /** `false` hides the legacy `window.ethereum` wallet. Default `true`. */
  readonly enableInjected?: boolean | undefined;
  /** `false` hides wallets announced with EIP-6963. Default `true`. */
  readonly enableEIP6963?: boolean | undefined;
  /** `false` hides the guide to get a first wallet. Default `true`. */
  readonly enableWalletGuide?: boolean | undefined;
  /** Passes `enableLogger` to the secure site of the embedded wallet. Default `true`. */
  readonly enableAuthLogger?: boolean | undefined;
  /** Renders the modal as a card inside the page, without a dialog; see `mountModal`. Default `false`. */
  readonly enableEmbedded?: boolean | undefined;
  /** Does not add a modal to the page. Default `false`. */
  readonly disableAppend?: boolean | undefined;
  /** Shows alerts for developers, e.g. about a missing `projectId`. Default `true`. */
  readonly debug?: boolean | undefined;
  /** Preferred account type of a new session, by namespace. Default `smartAccount` on eip155, `payment` on bip122, `eoa` otherwise. */
  readonly defaultAccountTypes?: Partial<AccountTypes> | undefined;
  /** Always opens the modal with the QR code. Default `false`. */
  readonly basic?: boolean | undefined;
  /** Disables automatic pairing: the modal shows the URI passed to `open({ uri })`. Default `false`. */
  readonly manualWCControl?: boolean | undefined;
  /**
   * A universal provider of the app, of `latchkey/walletconnect` or the official one. With `walletconnect()` among the modules it connects
   * remote wallets and restores its session, instead of a connection of Latchkey's own. Returned by `getUniversalProvider()`,
   * which otherwise returns one that shares the connection of the modal.
   */
  readonly universalProvider?: object | undefined;
  /** Overrides what is proposed to remote wallets, and how their chains are used. */
  readonly universalProviderConfigOverride?: UniversalProviderConfigOverride | undefined;
  /** The app's own sign-in service. */
  readonly siwx?: object | undefined;
  /** Callbacks of sign-in with Ethereum. Cannot be set together with `siwx`. */
  readonly siweConfig?: object | undefined;
  /** Providers that sell coins and tokens, and where buying is not offered. */
  readonly onramp?: OnrampConfig | undefined;
  /** Reads the balance again when the node of the active EVM network has new pending transactions. Default: off. */
  readonly pendingTransactionsFilter?: Partial<PendingTransactionsFilter> | undefined;
  /** Service URLs. Unset ones have defaults. */
  readonly endpoints?: Endpoints | undefined;
  /** Not available yet: only `en` is accepted; pass other texts in `messages`. Default `en`. */
  readonly locale?: string | undefined;
}

/** Validated options with defaults. */
export interface Options
  extends Omit<
    OptionsInput,
    | 'networks'
    | 'defaultNetwork'
    | 'features'
    | 'themeVariables'
    | 'metadata'
    | 'defaultAccountTypes'
    | 'endpoints'
    | 'pendingTransactionsFilter'
  > {
  readonly networks: readonly [Network, ...Network[]];
  readonly defaultNetwork: Network | undefined;
  readonly projectId: string | undefined;
  readonly metadata: AppMetadata | undefined;
  readonly features: Features;
  readonly themeMode: ThemeMode;
  /** Theme mode that the user chose in the settings, used instead of `themeMode`; `null`: none. */
  readonly chosenThemeMode: ThemeMode | null;
  readonly themeVariables: ThemeVariables;
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE';
  readonly allowUnsupportedChain: boolean;
  readonly enableNetworkSwitch: boolean;
  readonly enableWallets: boolean;
  readonly enableWalletConnect: boolean;
  readonly enableInjected: boolean;
  readonly enableEIP6963: boolean;
  readonly enableWalletGuide: boolean;
  readonly enableAuthLogger: boolean;
  readonly enableEmbedded: boolean;
  readonly disableAppend: boolean;
  readonly debug: boolean;
  readonly defaultAccountTypes: AccountTypes;
  readonly basic: boolean;
  readonly manualWCControl: boolean;
  readonly pendingTransactionsFilter: PendingTransactionsFilter;
  readonly endpoints: Endpoints;
  readonly locale: string;
}
