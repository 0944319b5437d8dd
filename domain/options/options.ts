import type { AccountTypes } from '../caip/account-types.js';
import type { CustomRpcUrl } from '../network/extend-network.js';
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
  /** Swap tokens. Not used yet. Default `true`. */
  readonly swaps: boolean;
  /** Buy tokens. Not used yet. Default `true`. */
  readonly onramp: boolean;
  /** Show the receive screen. Not used yet. Default `true`. */
  readonly receive: boolean;
  /** Send tokens. Not used yet. Default `true`. */
  readonly send: boolean;
  /** Email login. Not used yet. Default `true`. */
  readonly email: boolean;
  /** `false` puts the wallets behind one button, as `collapseWallets` does. Default `true`. */
  readonly emailShowWallets: boolean;
  /** Social logins in order; `false` or `[]` for none. Not used yet. Default: all. */
  readonly socials: readonly SocialProvider[] | false;
  /** Order of the groups in the wallet list; those that are not named come last. */
  readonly connectorTypeOrder: readonly ConnectorGroup[];
  /** Show past transactions. Not used yet. Default `true`. */
  readonly history: boolean;
  /** Send usage events to the analytics endpoint. Not used yet: nothing is sent to anybody. Default `true`. */
  readonly analytics: boolean;
  /** Offer the list of all wallets. Default `true`. */
  readonly allWallets: boolean;
  /** Ask to accept the terms before connecting. Default `false`. */
  readonly legalCheckbox: boolean;
  /** Smart sessions. Not used yet. Default `false`. */
  readonly smartSessions: boolean;
  /** One button for all wallets where email or social login is offered. Default `false`. */
  readonly collapseWallets: boolean;
  /** Order of the account view's buttons. Not used yet. */
  readonly walletFeaturesOrder: readonly WalletFeature[];
  /** Order of the connect view's groups; unset: decided by what is installed (`resolveConnectMethods`). */
  readonly connectMethodsOrder: readonly ConnectMethod[] | undefined;
}

/** Custom properties a host may set. Lengths and colours are CSS texts. */
export interface ThemeVariables {
  /** A CSS list of fonts. Default: the font of the system. */
  readonly '--lk-font-family'?: string;
  /** A CSS colour; what stands on it is computed from it. Default `#e5b567`. */
  readonly '--lk-accent'?: string;
  /** A CSS colour that tints every surface. */
  readonly '--lk-color-mix'?: string;
  /** How much of it, in percent, 0 to 100. Default `0`. */
  readonly '--lk-color-mix-strength'?: number;
  /** A CSS length, 1.15 to 1.8 of which texts are high. Default `10px`. */
  readonly '--lk-font-size-master'?: string;
  /** A CSS length, 1.5 to 7 of which corners are round. Default `4px`. */
  readonly '--lk-border-radius-master'?: string;
  /** Where the modal lies when it is not in the top layer. Default `999`. */
  readonly '--lk-z-index'?: number;
  /** A CSS colour, darkened where a camera could not read it. Default `#17161a`. */
  readonly '--lk-qr-color'?: string;
}

/** What the app tells wallets about itself. */
export interface AppMetadata {
  /** The app's name, as wallets show it. */
  readonly name: string;
  /** What the app is for. */
  readonly description: string;
  /** Address of the app, of which wallets get the origin. */
  readonly url: string;
  /** Addresses of pictures, or none. */
  readonly icons: readonly string[];
}

/** A wallet that the host adds to the list. */
export interface CustomWallet {
  /** Yours; no other wallet has it. */
  readonly id: string;
  /** As the list shows it. */
  readonly name: string;
  /** Its site. */
  readonly homepage?: string | undefined;
  /** Address of its picture, a `data:` address included. */
  readonly image_url?: string | undefined;
  /** What its app on a phone answers to, such as `wallet://` or `https://wallet.example`; the pairing is added. */
  readonly mobile_link?: string | undefined;
  /** What its app on a computer answers to; the pairing is added. */
  readonly desktop_link?: string | undefined;
  /** Its site that connects; the pairing is added. */
  readonly webapp_link?: string | undefined;
  /** Where its app is got for iOS. */
  readonly app_store?: string | undefined;
  /** Where its app is got for Android. */
  readonly play_store?: string | undefined;
  /** Reverse domain name by which it announces itself when it is installed (EIP-6963): then it is listed once. */
  readonly rdns?: string | undefined;
}

/** Addresses of the services. Unset ones are the defaults, which need a `projectId`; `rpc` is by CAIP-2 id. */
export interface Endpoints {
  /** WebSocket relay of the wallet protocol. Default `wss://relay.walletconnect.org`, then `wss://relay.walletconnect.com`. */
  readonly relay?: string | undefined;
  /** Service that attests the page's origin to wallets. Off by default. */
  readonly verify?: string | undefined;
  /** RPC service of many networks. Default `https://rpc.walletconnect.org`, with a `projectId`. */
  readonly blockchainApi?: string | undefined;
  /** List of wallets. Default `https://api.web3modal.org`. */
  readonly walletDirectory?: string | undefined;
  /** Pictures of these wallets. Default `https://api.web3modal.org`. */
  readonly images?: string | undefined;
  /** Not used yet. */
  readonly analytics?: string | undefined;
  /** Not used yet. */
  readonly secureSite?: string | undefined;
  /** Not used yet. */
  readonly bundler?: string | undefined;
  /** Reads of Bitcoin. Default `https://mempool.space/api`, where neither the network nor `bip122()` names one; needs no `projectId`. */
  readonly esplora?: string | undefined;
  /** A node of Polkadot, http(s) or ws(s), for whichever network it serves: read before the network's own. Off by default; needs no `projectId`. */
  readonly polkadot?: string | undefined;
  /** One node more by CAIP-2 id, after those of `customRpcUrls`. */
  readonly rpc?: Readonly<Record<string, string>> | undefined;
}

/** Everything a host may say, as plain data. `networks` is the only thing it must say. */
export interface OptionsInput {
  /** Networks of the app; the first is in use until the visitor chooses another. Definitions of `viem/chains` fit. */
  readonly networks: readonly [NetworkDefinition, ...NetworkDefinition[]];
  /** One of `networks` that is in use before the visitor chose. Default: the first. */
  readonly defaultNetwork?: NetworkDefinition | undefined;
  /** What the operator of the default services knows the app by. Without it no service that asks for one is used. */
  readonly projectId?: string | undefined;
  /** What wallets elsewhere show of the app. Default: the page's title, description, origin and icon. */
  readonly metadata?: AppMetadata | undefined;
  /** What the modal offers. */
  readonly features?: Partial<Features> | undefined;
  /** `dark` or `light`. Default `dark`. */
  readonly themeMode?: ThemeMode | undefined;
  /** Custom properties of modal and buttons. */
  readonly themeVariables?: ThemeVariables | undefined;
  /** Ids of the directory's wallets that stand before all others. */
  readonly featuredWalletIds?: readonly string[] | undefined;
  /** Ids of the only wallets of the directory that are listed. Default: all. */
  readonly includeWalletIds?: readonly string[] | undefined;
  /** Ids of wallets of the directory that are in no list, installed ones included. */
  readonly excludeWalletIds?: readonly string[] | undefined;
  /** Wallets of your own in the list. */
  readonly customWallets?: readonly CustomWallet[] | undefined;
  /** Tokens whose balances are shown: CAIP-19 asset types such as `eip155:1/erc20:0x…`, or one address for each CAIP-2 chain id. */
  readonly tokens?:
    | readonly string[]
    | Readonly<Record<string, { readonly address: string; readonly image?: string | undefined }>>
    | undefined;
  /** Your own nodes by CAIP-2 id, in order of preference, before the network's own. */
  readonly customRpcUrls?: Readonly<Record<string, readonly CustomRpcUrl[]>> | undefined;
  /** Addresses of pictures by a network's `id`, such as `1`. */
  readonly chainImages?: Readonly<Record<string, string>> | undefined;
  /** Addresses of pictures by a connector's id, such as `io.metamask`. */
  readonly connectorImages?: Readonly<Record<string, string>> | undefined;
  /** Your terms, named below the wallets. */
  readonly termsConditionsUrl?: string | undefined;
  /** Your privacy policy, named below the wallets. */
  readonly privacyPolicyUrl?: string | undefined;
  /** The way to the list of all wallets. Default `SHOW`. */
  readonly allWallets?: 'SHOW' | 'HIDE' | 'ONLY_MOBILE' | undefined;
  /** Asks nobody to leave a network that is not among `networks`. Default `false`. */
  readonly allowUnsupportedChain?: boolean | undefined;
  /** `false`: no view offers another network. Default `true`. */
  readonly enableNetworkSwitch?: boolean | undefined;
  /** `false`: no wallets. Default `true`. */
  readonly enableWallets?: boolean | undefined;
  /** `false`: no wallets elsewhere. Default `true`. */
  readonly enableWalletConnect?: boolean | undefined;
  /** `false`: no wallet that is only `window.ethereum`. Default `true`. */
  readonly enableInjected?: boolean | undefined;
  /** Not used yet. Default `true`. */
  readonly enableCoinbase?: boolean | undefined;
  /** `false`: no EVM wallet that announces itself. Default `true`. */
  readonly enableEIP6963?: boolean | undefined;
  /** `false`: no way to get a first wallet. Default `true`. */
  readonly enableWalletGuide?: boolean | undefined;
  /** Not used yet. Default `true`. */
  readonly enableAuthLogger?: boolean | undefined;
  /** The modal is a card in a place of the page, with no dialog around it; see `mountModal`. Default `false`. */
  readonly enableEmbedded?: boolean | undefined;
  /** No modal is put into the page. Default `false`. */
  readonly disableAppend?: boolean | undefined;
  /** Alerts for the developer are shown, such as a missing `projectId`. Default `true`. */
  readonly debug?: boolean | undefined;
  /** Not used yet. Default `all`. */
  readonly coinbasePreference?: 'all' | 'smartWalletOnly' | 'eoaOnly' | undefined;
  /** Type of account that a session begins with, by namespace. Default `smartAccount` on eip155, `payment` on bip122, `eoa` elsewhere. */
  readonly defaultAccountTypes?: Partial<AccountTypes> | undefined;
  /** The modal opens with the pairing code, whatever else there is. Default `false`. */
  readonly basic?: boolean | undefined;
  /** The modal begins no pairing by itself: it shows the URI that `open({ uri })` gave it. Default `false`. */
  readonly manualWCControl?: boolean | undefined;
  /** Kept for `getUniversalProvider()`. */
  readonly universalProvider?: object | undefined;
  /** What is proposed to wallets elsewhere instead: `{ methods, chains, events }`, each a list of texts by namespace. */
  readonly universalProviderConfigOverride?: object | undefined;
  /** Not used yet. */
  readonly siwx?: object | undefined;
  /** Not used yet. Cannot be set together with `siwx`. */
  readonly siweConfig?: object | undefined;
  /** Addresses of services. Those that are not set are the defaults. */
  readonly endpoints?: Endpoints | undefined;
  /** Not used yet: texts come with `messages`. Default `en`. */
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
