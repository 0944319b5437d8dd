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
import type { EventBus } from './shared/event-bus.js';
import type { OptionsStore } from './shared/options.store.js';
import { token } from './shared/token.js';
import type { TrackedEvent } from './shared/tracked-event.js';
import type { UseCases } from './use-cases.js';

/** How to open the modal: on a view of your choice, for one namespace. */
export interface OpenOptions {
  /** A view by its name. Default: to connect, or the account of who is connected. */
  readonly view?: PlainViewName;
  /** Wallets and networks of this namespace only. */
  readonly namespace?: Namespace;
  /** A pairing URI to show at once. */
  readonly uri?: string;
}

/** What every part of the page may know of the client. `selectedNetworkId` is a CAIP-2 id. */
export interface PublicState {
  /** True once stored connections were taken up or given up. */
  readonly initialized: boolean;
  /** Whether the modal is open. */
  readonly open: boolean;
  /** Whether the modal is being opened, or busy. */
  readonly loading: boolean;
  /** The active namespace. */
  readonly activeChain: Namespace;
  /** CAIP-2 id of its network. */
  readonly selectedNetworkId: ChainId | undefined;
}

/** The theme in use. */
export interface Theme {
  readonly themeMode: ThemeMode;
  readonly themeVariables: ThemeVariables;
}

/** An Inversify `ContainerModule` that binds a chain adapter, such as `eip155()`. */
export interface AdapterModule {
  load(options: never): void | Promise<void>;
}

/** Ends a subscription. */
export type Unsubscribe = () => void;
/** A listener to a value: called with the value now, then with each new one. */
export type Listener<T> = (value: T) => void;

/** Options that can be changed while the page runs. */
export type UpdatableOptions = Partial<
  Pick<
    Options,
    | 'allowUnsupportedChain'
    | 'allWallets'
    | 'connectorImages'
    | 'customWallets'
    | 'debug'
    | 'enableEIP6963'
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
 * A Latchkey client: the imperative surface over the use cases. One per page, made by `createLatchkey`. Getters read the
 * state now; `subscribe…` calls back with the value now and with each change until the returned function is called.
 */
export interface Latchkey {
  /** The use cases, for hooks, own views and headless hosts. */
  readonly useCases: UseCases;
  /** The options in use; `updateOptions` and its like change them. */
  readonly options: Pick<OptionsStore, 'current' | 'options$'>;
  /** What happened, as `onEvent` hears it. */
  readonly events: Pick<EventBus, 'events$' | 'last' | 'track'>;
  /** Moves the modal between its views, shows or hides its snackbar and dismisses its alert. */
  readonly modal: Pick<ModalStore, 'navigate' | 'show' | 'dismissAlert'>;
  /** The page, as Latchkey sees it. */
  readonly browser: Browser;
  /** Resolves once stored connections were taken up or given up. */
  readonly ready: Promise<void>;

  /**
   * Opens the modal.
   * @throws LatchkeyError `config/invalid-option` for a view that needs data or is none, and for a namespace that is not configured;
   * `pairing/invalid-uri`, and `browser/load-failed` when what checks it did not arrive
   */
  open(options?: OpenOptions): Promise<void>;
  /** Closes the modal, also where the close button would refuse. */
  close(): Promise<void>;
  /** Shows or ends the modal's loading state, for one namespace or as a whole. */
  setLoading(loading: boolean, namespace?: Namespace): void;

  /**
   * Connects a wallet; resolves when the person answered.
   * @throws LatchkeyError the codes of `ConnectWalletError`
   */
  connect(input: { readonly namespace?: Namespace; readonly connectorId: string }): Promise<AccountState>;
  /** Disconnects one namespace, or all. @throws LatchkeyError `connection/disconnect-failed` */
  disconnect(namespace?: Namespace): Promise<void>;
  /**
   * Moves to a configured network, given as such or by its CAIP-2 id. An unconfigured one raises the alert
   * 'Network Not Found' as well.
   * @throws LatchkeyError the codes of `SwitchNetworkError`
   */
  switchNetwork(network: NetworkDefinition | string): Promise<Network>;

  /** The wallet's own object (EIP-1193 provider …) of a connected namespace. */
  getProvider<Provider = unknown>(namespace: Namespace): Provider | undefined;
  /** How the namespace's wallet is reached. */
  getProviderType(namespace: Namespace): ConnectorType | undefined;
  /** The wallet's own object in the active namespace. */
  getWalletProvider(): unknown;
  /** How the active namespace's wallet is reached. */
  getWalletProviderType(): ConnectorType | undefined;
  /** Wallets that can be picked now. */
  getConnectors(namespace?: Namespace): readonly Connector[];
  /** The account of a namespace, connected or not. Without a namespace: of the active one, as everywhere below. */
  getAccount(namespace?: Namespace): AccountState;
  /** Its address, `undefined` while nobody is connected. */
  getAddress(namespace?: Namespace): string | undefined;
  /** The same as CAIP-10. */
  getCaipAddress(namespace?: Namespace): AccountId | undefined;
  /** The network in use: the wallet's while connected, else the chosen one. */
  getCaipNetwork(namespace?: Namespace): Network | undefined;
  /** The configured networks, of all namespaces without one. */
  getCaipNetworks(namespace?: Namespace): readonly Network[];
  /** CAIP-2 id of the active network. */
  getCaipNetworkId(): ChainId | undefined;
  /** The active network's bare id: a number on eip155. */
  getChainId(): number | string | undefined;
  /** Name and picture of the active namespace's wallet. */
  getWalletInfo(): ConnectedWalletInfo | undefined;
  /** What is true of the client as a whole. */
  getState(): PublicState;
  /** The last tracked event. */
  getEvent(): TrackedEvent;
  /** The last error that a run of a use case of this client ended with, also one that a hook or the modal began; `undefined` when there was none. */
  getError(): LatchkeyError | undefined;
  /** What happened lately, for a bug report: at most 1,024,000 bytes, without secrets. */
  getLog(): string;
  /** `dark` or `light`. */
  getThemeMode(): ThemeMode;
  /** The custom properties that are set. */
  getThemeVariables(): ThemeVariables;

  /** Follows what `getAccount` gives. */
  subscribeAccount(listener: Listener<AccountState>, namespace?: Namespace): Unsubscribe;
  /** Follows the active network, and its bare id: a number on eip155. */
  subscribeNetwork(
    listener: Listener<{ readonly network: Network | undefined; readonly chainId: number | string | undefined }>,
  ): Unsubscribe;
  /** Follows the wallets' own objects, by namespace. */
  subscribeProviders(listener: Listener<Readonly<Partial<Record<Namespace, unknown>>>>): Unsubscribe;
  /** Follows the theme. */
  subscribeTheme(listener: Listener<Theme>): Unsubscribe;
  /** Follows what `getState` gives. */
  subscribeState(listener: Listener<PublicState>): Unsubscribe;
  /** Follows what `onEvent` hears. */
  subscribeEvents(listener: Listener<TrackedEvent>): Unsubscribe;
  /** Follows what `getWalletInfo` gives. */
  subscribeWalletInfo(listener: Listener<ConnectedWalletInfo | undefined>): Unsubscribe;
  /** Follows the active network. */
  subscribeCaipNetworkChange(listener: Listener<Network | undefined>): Unsubscribe;
  /** Follows everything that is known of connections, the pairing on display included. */
  subscribeConnection(listener: Listener<ConnectionState>): Unsubscribe;

  /** Changes modal and buttons at once. */
  setThemeMode(mode: ThemeMode): void;
  /** Adds to the variables that are set. */
  setThemeVariables(variables: ThemeVariables): void;
  /** Changes the option `termsConditionsUrl`. */
  setTermsConditionsUrl(url: string): void;
  /** Changes the option `privacyPolicyUrl`. */
  setPrivacyPolicyUrl(url: string): void;
  /** Changes features; those that are not named stay. @throws LatchkeyError `config/invalid-option` */
  updateFeatures(features: Partial<Features>): void;
  /** Changes options; those that are not named stay. @throws LatchkeyError `config/invalid-option`, also for one that cannot be changed */
  updateOptions(options: UpdatableOptions): void;
  /** Changes the feature `connectMethodsOrder`. */
  setConnectMethodsOrder(order: readonly ConnectMethod[]): void;
  /** The order of wallets, e-mail and social login that is in use. */
  getConnectMethodsOrder(): readonly ConnectMethod[];
  /** Changes the feature `walletFeaturesOrder`. */
  setWalletFeaturesOrder(order: readonly WalletFeature[]): void;
  /** Changes the feature `collapseWallets`. */
  setCollapseWallets(collapse: boolean): void;
  /** Changes the feature `socials`. */
  setSocialsOrder(order: readonly SocialProvider[]): void;

  /**
   * Adds a chain adapter while the page runs, with the networks of its namespace, and takes up what is remembered of it.
   * @throws LatchkeyError `config/invalid-option` for a module that binds no chain, for a namespace that has an adapter already or no network, `config/invalid-network`
   * @example latchkey.addAdapter(eip155(), [mainnet]);
   */
  addAdapter(module: AdapterModule, networks?: readonly NetworkDefinition[]): void;
  /** Takes a namespace's adapter and networks out. Nothing happens while it is connected, and to the last namespace. */
  removeAdapter(namespace: Namespace): void;
  /**
   * Loads a feature before it is used, so that its tokens can be resolved from the container: `account`, `balances`, `directory`, `names`,
   * `pairing`, `send`, and `wallet-protocol` where `walletconnect()` is composed. Its use cases load it by themselves.
   * @throws LatchkeyError `config/invalid-option` for a feature that does not exist, `browser/load-failed`, `config/dependency-missing`
   */
  load(feature: string): Promise<void>;
  /** The WalletConnect provider that the host gave as `universalProvider`. */
  getUniversalProvider(): Promise<unknown>;

  /** Adds a network to a namespace that has an adapter; one that is known is replaced in its place. @throws LatchkeyError `connection/adapter-not-found` */
  addNetwork(namespace: Namespace, network: NetworkDefinition): void;
  /** @throws LatchkeyError `connection/adapter-not-found`, `network/not-found`, `network/last-of-namespace` */
  removeNetwork(namespace: Namespace, networkId: number | string): void;
  /** Gives an address a name that the UI shows instead, until it is removed. */
  addAddressLabel(address: string, label: string, namespace?: Namespace): void;
  /** Takes that name away. */
  removeAddressLabel(address: string, namespace?: Namespace): void;
  /** Says something in the modal's bar of messages, as an error. */
  showErrorMessage(message: string): void;
  /** Says something in the modal's bar of messages. */
  showSuccessMessage(message: string): void;

  /** Leaves no socket, timer or listener. The client cannot be used afterwards. */
  dispose(): void;
}

/** Token of the client. */
export const LATCHKEY = token<Latchkey>('Latchkey');
