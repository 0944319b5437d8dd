import type { TrackedEvent } from '../domain/analytics/tracked-event.js';
import type { ChainId } from '../domain/caip/caip-2.js';
import type { AccountId } from '../domain/caip/caip-10.js';
import type { Namespace } from '../domain/caip/namespace.js';
import type { AccountState, ConnectedWalletInfo, ConnectionState } from '../domain/connection/connection-state.js';
import type { Connector, ConnectorType } from '../domain/connection/connector.js';
import type { LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { Network, NetworkDefinition } from '../domain/network/network.js';
import type { ConnectMethod } from '../domain/options/connect-order.js';
import type { Features, Options, SocialProvider, ThemeMode, ThemeVariables, WalletFeature } from '../domain/options/options.js';
import type { PlainViewName } from '../domain/router/views.js';
import type { ModalStore } from './modal/modal.store.js';
import type { Browser } from './ports/browser.port.js';
import type { ModalElement } from './ports/modal-element.port.js';
import type { EventBus } from './shared/event-bus.js';
import type { OptionsStore } from './shared/options.store.js';
import { token } from './shared/token.js';
import type { UseCases } from './use-cases.js';
import type { SharedUniversalProvider } from './wallet-protocol/provider/shared-universal-provider.js';

/** Options of `Latchkey.open`. */
export interface OpenOptions {
  /** The view to open. Default: the account view while connected, else the connect view. */
  readonly view?: PlainViewName;
  /** Shows wallets and networks of this namespace only. */
  readonly namespace?: Namespace;
  /** A WalletConnect pairing URI to show right away. */
  readonly uri?: string;
}

/** Public state of the client. */
export interface PublicState {
  /** True once every stored connection has been restored or has failed. */
  readonly initialized: boolean;
  readonly open: boolean;
  /** True while the modal is opening or busy. */
  readonly loading: boolean;
  /** The active namespace. */
  readonly activeChain: Namespace;
  /** CAIP-2 id of the active network. */
  readonly selectedNetworkId: ChainId | undefined;
}

/** The current theme. */
export interface Theme {
  readonly themeMode: ThemeMode;
  readonly themeVariables: ThemeVariables;
}

/** An Inversify `ContainerModule` that binds a chain adapter, such as `eip155()`. */
export interface AdapterModule {
  load(options: never): void | Promise<void>;
}

/** Removes a listener. */
export type Unsubscribe = () => void;
/** Called with the current value and with each new one. */
export type Listener<T> = (value: T) => void;

/** Options that can be changed after `createLatchkey`. */
export type UpdatableOptions = Partial<
  Pick<
    Options,
    | 'allowUnsupportedChain'
    | 'allWallets'
    | 'connectorImages'
    | 'customWallets'
    | 'debug'
    | 'enableEIP6963'
    | 'enableEmbedded'
    | 'enableInjected'
    | 'enableNetworkSwitch'
    | 'enableWalletConnect'
    | 'enableWalletGuide'
    | 'enableWallets'
    | 'excludeWalletIds'
    | 'featuredWalletIds'
    | 'includeWalletIds'
    | 'locale'
    | 'metadata'
    | 'privacyPolicyUrl'
    | 'termsConditionsUrl'
  >
>;

/**
 * A Latchkey client: the imperative API over the use cases. Create one per web page with `createLatchkey`. Getters read the current state;
 * `subscribe…` calls the listener with the current value and with each change until the returned function is called.
 */
export interface Latchkey {
  /** The use cases, for hooks, custom views and headless apps. */
  readonly useCases: UseCases;
  /** The current options. Change them with `updateOptions`, `updateFeatures` and the setters. */
  readonly options: Pick<OptionsStore, 'current' | 'options$'>;
  /** Tracked events, the same as `onEvent` receives. */
  readonly events: Pick<EventBus, 'events$' | 'last' | 'track'>;
  /** Navigates between the modal's views, shows or hides its snackbar and dismisses its alert. */
  readonly modal: Pick<ModalStore, 'navigate' | 'show' | 'dismissAlert'>;
  /** The browser port: platform, visibility, clipboard. */
  readonly browser: Browser;
  /** The element of the stock modal, which also holds the frame of the embedded wallet. */
  readonly modalElement: ModalElement;
  /** Resolves once every stored connection has been restored or has failed. */
  readonly ready: Promise<void>;

  /**
   * Opens the modal.
   * @throws LatchkeyError `config/invalid-option` for an unknown view, one that needs data or belongs to an unreleased feature, and for a
   * namespace that is not configured; `pairing/invalid-uri`, and `browser/load-failed` when the code that validates the URI cannot be loaded
   */
  open(options?: OpenOptions): Promise<void>;
  /** Closes the modal, even where the close button is disabled. */
  close(): Promise<void>;
  /** Sets the loading state of the modal, or of one namespace. */
  setLoading(loading: boolean, namespace?: Namespace): void;

  /**
   * Connects a wallet; resolves once the user has approved in the wallet.
   * @throws LatchkeyError the codes of `ConnectWalletError`
   */
  connect(input: { readonly namespace?: Namespace; readonly connectorId: string }): Promise<AccountState>;
  /** Disconnects one namespace; all of them by default. @throws LatchkeyError `connection/disconnect-failed` */
  disconnect(namespace?: Namespace): Promise<void>;
  /**
   * Switches to a configured network, given as a definition or by its CAIP-2 id. A network that is not configured also raises the alert
   * 'Network Not Found'.
   * @throws LatchkeyError the codes of `SwitchNetworkError`
   */
  switchNetwork(network: NetworkDefinition | string): Promise<Network>;

  /** The wallet's provider object (e.g. an EIP-1193 provider) of a connected namespace. */
  getProvider<Provider = unknown>(namespace: Namespace): Provider | undefined;
  /** Connector type of the namespace's wallet. */
  getProviderType(namespace: Namespace): ConnectorType | undefined;
  /** The wallet's provider object in the active namespace. */
  getWalletProvider(): unknown;
  /** Connector type of the active namespace's wallet. */
  getWalletProviderType(): ConnectorType | undefined;
  /** Connectors that are available now. */
  getConnectors(namespace?: Namespace): readonly Connector[];
  /** Account state of a namespace. `namespace` defaults to the active one, here and in the getters below. */
  getAccount(namespace?: Namespace): AccountState;
  /** Address of the account, `undefined` while disconnected. */
  getAddress(namespace?: Namespace): string | undefined;
  /** CAIP-10 id of the account, `undefined` while disconnected. */
  getCaipAddress(namespace?: Namespace): AccountId | undefined;
  /** Current network: the wallet's while connected, else the selected one. */
  getCaipNetwork(namespace?: Namespace): Network | undefined;
  /** The configured networks of a namespace; of all namespaces by default. */
  getCaipNetworks(namespace?: Namespace): readonly Network[];
  /** CAIP-2 id of the active network. */
  getCaipNetworkId(): ChainId | undefined;
  /** Chain id of the active network without its namespace: a number on eip155. */
  getChainId(): number | string | undefined;
  /** Name and icon of the active namespace's wallet. */
  getWalletInfo(): ConnectedWalletInfo | undefined;
  getState(): PublicState;
  /** The last tracked event. */
  getEvent(): TrackedEvent;
  /** The last error of any use case of this client, including those that hooks or the modal run; `undefined` if there was none. */
  getError(): LatchkeyError | undefined;
  /** The recent log, for a bug report: at most 1,024,000 bytes, without secrets. */
  getLog(): string;
  /** The theme mode in use: the user's choice, else the app's. */
  getThemeMode(): ThemeMode;
  /** The theme variables that are set. */
  getThemeVariables(): ThemeVariables;

  /** Subscribes to the value of `getAccount`. */
  subscribeAccount(listener: Listener<AccountState>, namespace?: Namespace): Unsubscribe;
  /** Subscribes to the active network and its chain id, see `getChainId`. */
  subscribeNetwork(
    listener: Listener<{ readonly network: Network | undefined; readonly chainId: number | string | undefined }>,
  ): Unsubscribe;
  /** Subscribes to the wallets' provider objects, by namespace. */
  subscribeProviders(listener: Listener<Readonly<Partial<Record<Namespace, unknown>>>>): Unsubscribe;
  /** Subscribes to the theme. */
  subscribeTheme(listener: Listener<Theme>): Unsubscribe;
  /** Subscribes to the value of `getState`. */
  subscribeState(listener: Listener<PublicState>): Unsubscribe;
  /** Subscribes to tracked events. */
  subscribeEvents(listener: Listener<TrackedEvent>): Unsubscribe;
  /** Subscribes to the value of `getWalletInfo`. */
  subscribeWalletInfo(listener: Listener<ConnectedWalletInfo | undefined>): Unsubscribe;
  /** Subscribes to the active network. */
  subscribeCaipNetworkChange(listener: Listener<Network | undefined>): Unsubscribe;
  /** Subscribes to the whole connection state, including the current pairing. */
  subscribeConnection(listener: Listener<ConnectionState>): Unsubscribe;

  /** Sets the theme mode of the modal and the buttons. It also replaces the one that the user chose. */
  setThemeMode(mode: ThemeMode): void;
  /**
   * Sets the theme mode for the user of this browser, as the settings in the modal do. It is kept across reloads and used instead of the app's,
   * until `setThemeMode`. @throws LatchkeyError `config/invalid-option`
   */
  chooseThemeMode(mode: ThemeMode): void;
  /** Merges the given theme variables into the current ones. */
  setThemeVariables(variables: ThemeVariables): void;
  /** Sets the option `termsConditionsUrl`. */
  setTermsConditionsUrl(url: string): void;
  /** Sets the option `privacyPolicyUrl`. */
  setPrivacyPolicyUrl(url: string): void;
  /** Merges the given features into the current ones. @throws LatchkeyError `config/invalid-option` */
  updateFeatures(features: Partial<Features>): void;
  /** Merges the given options into the current ones. @throws LatchkeyError `config/invalid-option`, also for an option that cannot be changed */
  updateOptions(options: UpdatableOptions): void;
  /** Sets the feature `connectMethodsOrder`. */
  setConnectMethodsOrder(order: readonly ConnectMethod[]): void;
  /** Current order of wallets, email and social login. */
  getConnectMethodsOrder(): readonly ConnectMethod[];
  /** Sets the feature `walletFeaturesOrder`. */
  setWalletFeaturesOrder(order: readonly WalletFeature[]): void;
  /** Sets the feature `collapseWallets`. */
  setCollapseWallets(collapse: boolean): void;
  /** Sets the feature `socials`. */
  setSocialsOrder(order: readonly SocialProvider[]): void;

  /**
   * Adds a chain adapter at run time, with the networks of its namespace, and restores its stored connection.
   * @throws LatchkeyError `config/invalid-option` for a module that binds no chain, and for a namespace that already has an adapter or has
   * no network; `config/invalid-network`
   * @example latchkey.addAdapter(eip155(), [mainnet]);
   */
  addAdapter(module: AdapterModule, networks?: readonly NetworkDefinition[]): void;
  /** Removes the adapter and networks of a namespace. Does nothing while the namespace is connected or when it is the last one. */
  removeAdapter(namespace: Namespace): void;
  /**
   * Preloads a feature, so that its tokens can be resolved from the container: `account`, `balances`, `directory`, `names`,
   * `pairing`, `send`, `sign-in`, and `wallet-protocol` if `walletconnect()` is composed. Use cases load their feature automatically.
   * @throws LatchkeyError `config/invalid-option` for an unknown feature, `browser/load-failed`, `config/dependency-missing`
   */
  load(feature: string): Promise<void>;
  /**
   * The WalletConnect provider that the app passed as `universalProvider`. Without that option, one that shares the session and the connection
   * of the modal; `undefined` without `walletconnect()`. The same object on every call. Its code is loaded on the first call.
   * @throws LatchkeyError `config/project-id-missing`, `config/dependency-missing`, `browser/load-failed`, `config/disposed`
   * @example
   * const provider = await latchkey.getUniversalProvider();
   * await provider?.request({ method: 'personal_sign', params: [message, address] }, 'eip155:1');
   */
  getUniversalProvider<Provider = SharedUniversalProvider>(): Promise<Provider | undefined>;

  /**
   * Adds a network to a namespace that has an adapter; a network with the same id is replaced.
   * @throws LatchkeyError `connection/adapter-not-found`
   */
  addNetwork(namespace: Namespace, network: NetworkDefinition): void;
  /** Removes a network. @throws LatchkeyError `connection/adapter-not-found`, `network/not-found`, `network/last-of-namespace` */
  removeNetwork(namespace: Namespace, networkId: number | string): void;
  /** Sets a label that the UI shows instead of the address. */
  addAddressLabel(address: string, label: string, namespace?: Namespace): void;
  /** Removes the label of an address. */
  removeAddressLabel(address: string, namespace?: Namespace): void;
  /** Shows an error in the modal's snackbar. */
  showErrorMessage(message: string): void;
  /** Shows a success message in the modal's snackbar. */
  showSuccessMessage(message: string): void;

  /** Closes every socket and removes every timer and listener. The client cannot be used afterwards. */
  dispose(): void;
}

/** Token of the client. */
export const LATCHKEY = token<Latchkey>('Latchkey');
