import { distinctUntilChanged, map, type Observable, Subject, type Subscription, switchMap, takeUntil, timer } from 'rxjs';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type {
  AdapterModule,
  Latchkey,
  Listener,
  OpenOptions,
  PublicState,
  Theme,
  Unsubscribe,
  UpdatableOptions,
} from '../application/latchkey.js';
import type { DeveloperNotices } from '../application/modal/developer-notices.js';
import type { ModalStore } from '../application/modal/modal.store.js';
import type { Browser } from '../application/ports/browser.port.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import type { ModalElement } from '../application/ports/modal-element.port.js';
import type { EventBus } from '../application/shared/event-bus.js';
import { loadChunk } from '../application/shared/load-chunk.js';
import type { OptionsStore } from '../application/shared/options.store.js';
import { resultFrom } from '../application/shared/result-from.js';
import type { UseCaseState, UseCaseStep } from '../application/shared/use-case-state.js';
import type { UseCases } from '../application/use-cases.js';
import type { SharedUniversalProvider } from '../application/wallet-protocol/provider/shared-universal-provider.js';
import { UNIVERSAL_PROVIDER } from '../application/wallet-protocol/wallet-protocol.tokens.js';
import { formatChainId } from '../domain/caip/caip-2.js';
import type { Namespace } from '../domain/caip/namespace.js';
import { accountOf, activeNetworkOf, allNetworksOf, networkOf } from '../domain/connection/connection-views.js';
import type { ErrorCode } from '../domain/errors/error-contexts.js';
import { isLatchkeyError, LatchkeyError } from '../domain/errors/latchkey-error.js';
import { NETWORK_NOT_FOUND } from '../domain/modal/alerts.js';
import type { Network, NetworkDefinition } from '../domain/network/network.js';
import { resolveConnectMethods } from '../domain/options/connect-order.js';
import type { Features, Options } from '../domain/options/options.js';
import { changeOptions } from '../domain/options/parse-options.js';
import { themeModeOf } from '../domain/options/theme-mode.js';
import { assertPlainView } from '../domain/router/available-views.js';
import { view } from '../domain/router/views.js';
import type { FeatureLoader } from './lazy-module.js';
import type { RuntimeAdapters } from './runtime-adapters.js';
import type { RuntimeNetworks } from './runtime-networks.js';

/** Dependencies of {@link LatchkeyClient}. */
export interface ClientDeps {
  readonly useCases: UseCases;
  readonly options: OptionsStore;
  readonly events: EventBus;
  readonly browser: Browser;
  readonly modalElement: ModalElement;
  readonly connections: ConnectionStore;
  readonly modal: ModalStore;
  readonly ready: Promise<void>;
  readonly logger: Logger;
  readonly notices: DeveloperNotices;
  readonly clock: Clock;
  readonly features: FeatureLoader;
  readonly lastError: () => LatchkeyError | undefined;
  readonly networks: RuntimeNetworks;
  readonly adapters: RuntimeAdapters;
  readonly dispose: () => void;
}

const chainIdOf = (network: NetworkDefinition | string): string => {
  if (typeof network === 'string') return network;
  return network.caipNetworkId ?? formatChainId(network.chainNamespace ?? 'eip155', network.id);
};

/** How long a modal may take to be mounted after `open()`. */
const MOUNT_TIMEOUT_MS = 10_000;

const NO_MODAL =
  'open() was called, but nothing shows the modal: render <LatchkeyProvider> of latchkey/react around your app, call mountModal(latchkey) of ' +
  'latchkey/dom, or subscribe to useCases.watchModal in a modal of your own';

const isSamePublicState = (a: PublicState, b: PublicState): boolean =>
  // Both come from `getState` and have the same keys.
  (Object.keys(a) as (keyof PublicState)[]).every((key) => a[key] === b[key]);

/** Imperative API over the use cases; see {@link Latchkey}. */
export class LatchkeyClient implements Latchkey {
  readonly useCases: UseCases;
  readonly options: Latchkey['options'];
  readonly events: Latchkey['events'];
  readonly modal: ModalStore;
  readonly browser: Browser;
  readonly modalElement: ModalElement;
  readonly ready: Promise<void>;
  readonly #connections: ConnectionStore;
  readonly #deps: ClientDeps;
  readonly #subscriptions = new Set<Subscription>();
  readonly #dispose$ = new Subject<void>();
  #isDisposed = false;

  constructor(deps: ClientDeps) {
    this.useCases = deps.useCases;
    this.options = deps.options;
    this.events = deps.events;
    this.modal = deps.modal;
    this.browser = deps.browser;
    this.modalElement = deps.modalElement;
    this.ready = deps.ready;
    this.#connections = deps.connections;
    this.#deps = deps;
  }

  async open({ view: name, namespace, uri }: OpenOptions = {}): Promise<void> {
    this.#assertNotDisposed();
    if (name !== undefined) assertPlainView(name);
    if (namespace !== undefined && this.#connections.state.namespaces[namespace] === undefined)
      throw new LatchkeyError('config/invalid-option', { field: 'namespace', fix: 'use a namespace that has an adapter and networks' });
    if (uri !== undefined) {
      const { parsePairingUri } = await loadChunk('pairing', () => import('../domain/wallet-protocol/pairing-uri.js'));
      // The client may have been disposed while the chunk was loading.
      this.#assertNotDisposed();
      // Throws before an invalid URI is shown as a QR code.
      parsePairingUri(uri);
      this.#connections.dispatch({ type: 'pairing-changed', pairing: { wcUri: uri } });
    }
    const input = { ...(name === undefined ? {} : { view: view(name) }), ...(namespace === undefined ? {} : { namespace }) };
    await this.#run(this.useCases.openModal.execute(input));
    this.#expectModal();
  }

  /** Tells the developer if nothing shows the modal. Checked later: it may be mounted after this call, and its code is loaded first. */
  #expectModal(): void {
    const { clock, notices } = this.#deps;
    if (this.modal.isShown) return;
    timer(MOUNT_TIMEOUT_MS, clock.scheduler)
      .pipe(takeUntil(this.#dispose$))
      .subscribe(() => {
        if (!this.modal.isShown && this.modal.snapshot.modal.open) notices.give(NO_MODAL);
      });
  }

  async close(): Promise<void> {
    await this.#run(this.useCases.closeModal.execute({ by: 'app' }));
  }
  setLoading = (loading: boolean, namespace?: Namespace): void => this.modal.setLoading(loading, namespace);

  connect = ({ namespace = this.#connections.state.activeNamespace, connectorId }: { namespace?: Namespace; connectorId: string }) =>
    this.#run(this.useCases.connectWallet.execute({ namespace, connectorId }));
  disconnect = async (namespace?: Namespace): Promise<void> => {
    await this.#run(this.useCases.disconnectWallet.execute(namespace === undefined ? {} : { namespace }));
  };
  switchNetwork = async (network: NetworkDefinition | string): Promise<Network> => {
    try {
      return await this.#run(this.useCases.switchNetwork.execute({ chainId: chainIdOf(network) }));
    } catch (error) {
      if (isLatchkeyError(error, 'network/not-found')) this.modal.alert(NETWORK_NOT_FOUND);
      throw error;
    }
  };

  // The provider is the wallet's own object, and only the app knows its type.
  getProvider = <Provider = unknown>(namespace: Namespace): Provider | undefined =>
    this.#connections.sessionOf(namespace)?.provider as Provider | undefined;
  getProviderType = (namespace: Namespace) => this.#connections.state.namespaces[namespace]?.session?.connector.type;
  getWalletProvider = (): unknown => this.getProvider(this.#connections.state.activeNamespace);
  getWalletProviderType = () => this.getProviderType(this.#connections.state.activeNamespace);
  getConnectors = (namespace?: Namespace) => this.useCases.watchConnectors.current(namespace === undefined ? {} : { namespace });
  getAccount = (namespace?: Namespace) => accountOf(this.#connections.state, namespace);
  getAddress = (namespace?: Namespace) => this.getAccount(namespace).address;
  getCaipAddress = (namespace?: Namespace) => this.getAccount(namespace).caipAddress;
  getCaipNetwork = (namespace?: Namespace): Network | undefined => {
    if (namespace === undefined) return activeNetworkOf(this.#connections.state);
    const own = this.#connections.state.namespaces[namespace];
    return own === undefined ? undefined : networkOf(own);
  };
  getCaipNetworks = (namespace?: Namespace): readonly Network[] =>
    allNetworksOf(this.#connections.state).filter(({ chainNamespace }) => namespace === undefined || chainNamespace === namespace);
  getCaipNetworkId = () => this.getCaipNetwork()?.caipNetworkId;
  getChainId = () => this.getCaipNetwork()?.id;
  getWalletInfo = () => this.getAccount().connectedWalletInfo;
  getState = (): PublicState => this.#publicState();
  getEvent = () => this.events.last;
  getError = () => this.#deps.lastError();
  getLog = () => this.#deps.logger.text;
  getThemeMode = () => themeModeOf(this.options.current);
  getThemeVariables = () => this.options.current.themeVariables;

  subscribeAccount = (listener: Listener<ReturnType<Latchkey['getAccount']>>, namespace?: Namespace): Unsubscribe =>
    this.#watch(this.useCases.watchAccount.execute(namespace === undefined ? {} : { namespace }), listener);
  subscribeNetwork: Latchkey['subscribeNetwork'] = (listener) =>
    this.#watch(this.#network$.pipe(map((network) => ({ network, chainId: network?.id }))), listener);
  subscribeCaipNetworkChange: Latchkey['subscribeCaipNetworkChange'] = (listener) => this.#watch(this.#network$, listener);
  subscribeProviders: Latchkey['subscribeProviders'] = (listener) =>
    this.#watch(
      this.#connections.state$.pipe(
        map(({ namespaces }) => (Object.keys(namespaces) as Namespace[]).map((each) => [each, this.getProvider(each)] as const)),
        distinctUntilChanged((a, b) => a.every(([, provider], index) => provider === b[index]?.[1]) && a.length === b.length),
        map((pairs) => Object.fromEntries(pairs.filter(([, provider]) => provider !== undefined))),
      ),
      listener,
    );
  subscribeTheme = (listener: Listener<Theme>): Unsubscribe =>
    this.#watch(
      this.options.options$.pipe(
        map((options) => ({ themeMode: themeModeOf(options), themeVariables: options.themeVariables })),
        // The theme holds only a few strings and numbers.
        distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
      ),
      listener,
    );
  subscribeState = (listener: Listener<PublicState>): Unsubscribe => {
    const changes$ = this.#connections.state$.pipe(switchMap(() => this.modal.shown$));
    const state$ = changes$.pipe(
      map(() => this.#publicState()),
      distinctUntilChanged(isSamePublicState),
    );
    return this.#watch(state$, listener);
  };
  subscribeEvents: Latchkey['subscribeEvents'] = (listener) => this.#watch(this.events.events$, listener);
  subscribeWalletInfo: Latchkey['subscribeWalletInfo'] = (listener) =>
    this.#watch(
      this.useCases.watchAccount.execute().pipe(
        map(({ connectedWalletInfo }) => connectedWalletInfo),
        distinctUntilChanged((a, b) => a?.name === b?.name && a?.rdns === b?.rdns && a?.icon === b?.icon),
      ),
      listener,
    );
  subscribeConnection: Latchkey['subscribeConnection'] = (listener) => this.#watch(this.#connections.state$, listener);

  setThemeMode = (themeMode: Options['themeMode']): void => this.#update({ themeMode });
  chooseThemeMode = (mode: Options['themeMode']): void => {
    this.#assertNotDisposed();
    const { themeMode } = changeOptions(this.options.current, { themeMode: mode });
    this.#deps.options.update({ chosenThemeMode: themeMode });
  };
  setThemeVariables = (variables: Options['themeVariables']): void => this.#update({ themeVariables: variables });
  setTermsConditionsUrl = (termsConditionsUrl: string): void => this.#update({ termsConditionsUrl });
  setPrivacyPolicyUrl = (privacyPolicyUrl: string): void => this.#update({ privacyPolicyUrl });
  updateFeatures = (features: Partial<Features>): void => this.#update({ features });
  updateOptions = (options: UpdatableOptions): void => this.#update(options);
  setConnectMethodsOrder: Latchkey['setConnectMethodsOrder'] = (connectMethodsOrder) => this.updateFeatures({ connectMethodsOrder });
  getConnectMethodsOrder: Latchkey['getConnectMethodsOrder'] = () =>
    resolveConnectMethods(this.options.current.features.connectMethodsOrder, this.getConnectors());
  setWalletFeaturesOrder: Latchkey['setWalletFeaturesOrder'] = (walletFeaturesOrder) => this.updateFeatures({ walletFeaturesOrder });
  setCollapseWallets = (collapseWallets: boolean): void => this.updateFeatures({ collapseWallets });
  setSocialsOrder: Latchkey['setSocialsOrder'] = (socials) => this.updateFeatures({ socials });

  addNetwork = (namespace: Namespace, definition: NetworkDefinition): void => this.#deps.networks.add(namespace, definition);
  removeNetwork = (namespace: Namespace, networkId: number | string): void => this.#deps.networks.remove(namespace, networkId);
  addAdapter = (module: AdapterModule, networks: readonly NetworkDefinition[] = []): void => {
    this.#assertNotDisposed();
    this.#deps.adapters.add(module, networks);
  };
  removeAdapter = (namespace: Namespace): void => this.#deps.adapters.remove(namespace);
  load = async (feature: string): Promise<void> => {
    this.#assertNotDisposed();
    await this.#deps.features.load(feature);
  };
  getUniversalProvider = async <Provider = SharedUniversalProvider>(): Promise<Provider | undefined> => {
    // Only the app knows the type of its provider.
    const own = this.options.current.universalProvider as Provider | undefined;
    const { features } = this.#deps;
    if (own !== undefined || !features.has('universal-provider')) return own;
    this.#assertNotDisposed();
    // Stored sessions are restored by then.
    await this.ready;
    const provider = await features.resolve('universal-provider', UNIVERSAL_PROVIDER);
    await provider.start();
    // The default type of `Provider`: an app without an own provider names no other.
    return provider as SharedUniversalProvider as Provider;
  };
  addAddressLabel = (address: string, label: string, namespace?: Namespace): void => this.#setLabel(address, label, namespace);
  removeAddressLabel = (address: string, namespace?: Namespace): void => this.#setLabel(address, null, namespace);
  showErrorMessage = (message: string): void => this.modal.show({ message, variant: 'error' });
  showSuccessMessage = (message: string): void => this.modal.show({ message, variant: 'success' });

  dispose = (): void => {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#dispose$.next();
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#subscriptions.clear();
    this.#deps.dispose();
  };

  get #network$(): Observable<Network | undefined> {
    return this.#connections.state$.pipe(
      map(activeNetworkOf),
      distinctUntilChanged((a, b) => a?.caipNetworkId === b?.caipNetworkId && a?.unknown === b?.unknown),
    );
  }

  #publicState(): PublicState {
    const { modal } = this.modal.snapshot;
    const { initialized, activeNamespace } = this.#connections.state;
    const selectedNetworkId = activeNetworkOf(this.#connections.state)?.caipNetworkId;
    return { initialized, open: modal.open, loading: modal.loading, activeChain: activeNamespace, selectedNetworkId };
  }

  #update(change: Partial<Omit<Options, 'features'>> & { readonly features?: Partial<Features> }): void {
    this.#assertNotDisposed();
    this.#deps.options.update(changeOptions(this.options.current, change));
  }

  #setLabel(address: string, label: string | null, namespace: Namespace = this.#connections.state.activeNamespace): void {
    if (this.#connections.state.namespaces[namespace] === undefined)
      throw new LatchkeyError('chain/required', { action: 'update chain account data' });
    this.#connections.dispatch({ type: 'address-labelled', namespace, address, label });
  }

  #assertNotDisposed(): void {
    if (this.#isDisposed) throw new LatchkeyError('config/disposed', {});
  }

  #watch<T>(values: Observable<T>, listener: Listener<T>): Unsubscribe {
    this.#assertNotDisposed();
    const subscription = values.subscribe(listener);
    this.#subscriptions.add(subscription);
    return () => {
      subscription.unsubscribe();
      this.#subscriptions.delete(subscription);
    };
  }

  async #run<Step extends UseCaseStep, Result, Code extends ErrorCode>(
    states: Observable<UseCaseState<Step, Result, Code>>,
  ): Promise<Result> {
    this.#assertNotDisposed();
    try {
      return await resultFrom(states.pipe(takeUntil<UseCaseState<Step, Result, Code>>(this.#dispose$)));
    } catch (error) {
      // A run that `dispose` interrupted fails with `config/disposed`.
      if (this.#isDisposed && !isLatchkeyError(error)) this.#assertNotDisposed();
      throw error;
    }
  }
}
