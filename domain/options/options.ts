import type { AccountTypes } from '../caip/account-types.js';
import type { Network, NetworkDefinition } from '../network/network.js';
import type { ConnectMethod } from './connect-order.js';
import type { ConnectorGroup } from './connector-type-order.js';

/** Social logins of the embedded wallet. */
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook';
/** A button of the account view. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send';
/** `light` or `dark`. */
export type ThemeMode = 'light' | 'dark';

/** What the modal offers. */
export interface Features {
  /** Swap tokens. Default `true`. */
  readonly swaps: boolean;
  /** Buy tokens. Default `true`. */
  readonly onramp: boolean;
  /** Show the receive screen. Default `true`. */
  readonly receive: boolean;
  /** Send tokens. Default `true`. */
  readonly send: boolean;
  /** Email login. Default `true`. */
  readonly email: boolean;
  /** `false` puts the wallets behind one button, as `collapseWallets` does. Default `true`. */
  readonly emailShowWallets: boolean;
  /** Social logins in order; `false` or `[]` for none. */
  readonly socials: readonly SocialProvider[] | false;
  /** Order of the groups in the wallet list. */
  readonly connectorTypeOrder: readonly ConnectorGroup[];
  /** Show past transactions. Default `true`. */
  readonly history: boolean;
  /** Send usage events to the analytics endpoint. Default `true`; nothing is sent without a project id or an own endpoint. */
  readonly analytics: boolean;
  /** Offer the list of all wallets. Default `true`. */
  readonly allWallets: boolean;
  /** Ask to accept the terms before connecting. Default `false`. */
  readonly legalCheckbox: boolean;
  /** Smart sessions. Default `false`. */
  readonly smartSessions: boolean;
  /** One button for all wallets where email or social login is offered. Default `false`. */
  readonly collapseWallets: boolean;
  /** Order of the account view's buttons. */
  readonly walletFeaturesOrder: readonly WalletFeature[];
  /** Order of the connect view's groups; unset: decided by what is installed (`resolveConnectMethods`). */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined;
}

/** Custom properties a host may set. Lengths and colours are CSS texts. */
export interface ThemeVariables {
  readonly '--lk-font-family'?: string;
  readonly '--lk-accent'?: string;
  readonly '--lk-color-mix'?: string;
  /** Percent, 0 to 100. */
  readonly '--lk-color-mix-strength'?: number;
  /** Default `10px`. */
  readonly '--lk-font-size-master'?: string;
  /** Default `4px`. */
  readonly '--lk-border-radius-master'?: string;
  readonly '--lk-z-index'?: number;
  readonly '--lk-qr-color'?: string;
}

/** What the app tells wallets about itself. */
export interface AppMetadata {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly icons: readonly string[];
}

/** A wallet that the host adds to the list. */
export interface CustomWallet {
  readonly id: string;
  readonly name: string;
  readonly homepage?: string | undefined;
  readonly image_url?: string | undefined;
  readonly mobile_link?: string | undefined;
  readonly desktop_link?: string | undefined;
  readonly webapp_link?: string | undefined;
  readonly app_store?: string | undefined;
  readonly play_store?: string | undefined;
  readonly rdns?: string | undefined;
}

/** An RPC address of the host, with headers where the node asks for them. */
export interface CustomRpcUrl {
  readonly url: string;
  readonly config?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** Addresses of the services. Unset ones are the defaults, which need a `projectId`; `rpc` is by CAIP-2 id. */
export interface Endpoints {
  readonly relay?: string | undefined;
  readonly verify?: string | undefined;
  readonly blockchainApi?: string | undefined;
  readonly walletDirectory?: string | undefined;
  readonly images?: string | undefined;
  readonly analytics?: string | undefined;
  readonly secureSite?: string | undefined;
  readonly bundler?: string | undefined;
  readonly esplora?: string | undefined;
  readonly polkadot?: string | undefined;
  readonly rpc?: Readonly<Record<string, string>> | undefined;
}

/** Everything a host may say, as plain data. `networks` is the only thing it must say. */
export interface OptionsInput {
  readonly networks: readonly [NetworkDefinition, ...NetworkDefinition[]];
  readonly defaultNetwork?: NetworkDefinition | undefined;
  readonly projectId?: string | undefined;
  readonly metadata?: AppMetadata | undefined;
  readonly features?: Partial<Features> | undefined;
  readonly themeMode?: ThemeMode | undefined;
  readonly themeVariables?: ThemeVariables | undefined;
  readonly featuredWalletIds?: readonly string[] | undefined;
  readonly includeWalletIds?: readonly string[] | undefined;
  readonly excludeWalletIds?: readonly string[] | undefined;
  readonly customWallets?: readonly CustomWallet[] | undefined;
  /** Tokens whose balances are shown: CAIP-19 asset types such as `eip155:1/erc20:0x…`, or one address for each CAIP-2 chain id. */
  readonly tokens?:
    | readonly string[]
    | Readonly<Record<string, { readonly address: string; readonly image?: string | undefined }>>
    | undefined;
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined;
  readonly chainImages?: Readonly<Record<string, string>> | undefined;
  readonly connectorImages?: Readonly<Record<string, string>> | undefined;
  readonly termsConditionsUrl?: string | undefined;
  readonly privacyPolicyUrl?: string | undefined;
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined;
  readonly allowUnsupportedChain?: boolean | undefined;
  readonly enableNetworkSwitch?: boolean | undefined;
  readonly enableWallets?: boolean | undefined;
  readonly enableWalletConnect?: boolean | undefined;
  readonly enableInjected?: boolean | undefined;
  readonly enableCoinbase?: boolean | undefined;
  readonly enableEIP6963?: boolean | undefined;
  readonly enableWalletGuide?: boolean | undefined;
  readonly enableAuthLogger?: boolean | undefined;
  readonly enableEmbedded?: boolean | undefined;
  readonly disableAppend?: boolean | undefined;
  readonly debug?: boolean | undefined;
  readonly coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined;
  readonly defaultAccountTypes?: Partial<AccountTypes> | undefined;
  readonly basic?: boolean | undefined;
  readonly manualWCControl?: boolean | undefined;
  readonly universalProvider?: object | undefined;
  readonly universalProviderConfigOverride?: object | undefined;
  readonly siwx?: object | undefined;
  readonly siweConfig?: object | undefined;
  readonly endpoints?: Endpoints | undefined;
  /** Message catalogue's locale. Default `en`. */
  readonly locale?: string | undefined;
}

/** The options in use: checked, completed with the defaults. */
export interface Options
  extends Omit<
    OptionsInput,
    'networks' | 'defaultNetwork' | 'features' | 'themeVariables' | 'metadata' | 'defaultAccountTypes' | 'endpoints'
  > {
  readonly networks: readonly [Network, ...Network[]];
  readonly defaultNetwork: Network | undefined;
  readonly projectId: string | undefined;
  readonly metadata: AppMetadata | undefined;
  readonly features: Features;
  readonly themeMode: ThemeMode;
  readonly themeVariables: ThemeVariables;
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE';
  readonly allowUnsupportedChain: boolean;
  readonly enableNetworkSwitch: boolean;
  readonly enableWallets: boolean;
  readonly enableWalletConnect: boolean;
  readonly enableInjected: boolean;
  readonly enableCoinbase: boolean;
  readonly enableEIP6963: boolean;
  readonly enableWalletGuide: boolean;
  readonly enableAuthLogger: boolean;
  readonly enableEmbedded: boolean;
  readonly disableAppend: boolean;
  readonly debug: boolean;
  readonly coinbasePreference: 'all' | 'smartWalletOnly' | 'eoaOnly';
  readonly defaultAccountTypes: AccountTypes;
  readonly basic: boolean;
  readonly manualWCControl: boolean;
  readonly endpoints: Endpoints;
  readonly locale: string;
}
