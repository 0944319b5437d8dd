import type { Container } from 'inversify';
import { Subscription, skip } from 'rxjs';
import type { SiweConfig } from '../adapters/sign-in/siwe-config.js';
import { CONNECTION_STORE } from '../application/connect/connection.store.js';
import { LATCHKEY, type Latchkey } from '../application/latchkey.js';
import { DEVELOPER_NOTICES } from '../application/modal/developer-notices.js';
import { CHAINS } from '../application/ports/chain.port.js';
import { LOGGER } from '../application/ports/logger.port.js';
import type { SignInService } from '../application/ports/sign-in.port.js';
import { EVENT_BUS, type EventBus } from '../application/shared/event-bus.js';
import { ON_START } from '../application/shared/on-start.js';
import { OptionsStore } from '../application/shared/options.store.js';
import { USE_CASES } from '../application/use-cases.js';
import type { TrackedEvent } from '../domain/analytics/tracked-event.js';
import { accountOf } from '../domain/connection/connection-views.js';
import type { OptionsInput } from '../domain/options/options.js';
import { parseOptions } from '../domain/options/parse-options.js';
import { invalidOption } from '../domain/options/schema-builders.js';
import { unmatchedChains } from './check-chains.js';
import { createHostContainer } from './create-container.js';
import { FEATURE_LOADER } from './lazy-module.js';
import { ModuleLoader } from './module-loader.js';
import { clientModule, lastErrorModule } from './modules/client.module.js';
import { connectModule } from './modules/connect.module.js';
import { featuresModule, lazyFeatures } from './modules/features.module.js';
import { modalModule } from './modules/modal.module.js';
import { pageModule } from './modules/page.module.js';
import { signInDefaultsModule } from './modules/sign-in-defaults.module.js';
import type { LatchkeyModule } from './wire.js';

/** Configuration of `createLatchkey`: options, modules, container and an event callback. */
export interface LatchkeyOptions extends Omit<OptionsInput, 'siwx' | 'siweConfig'> {
  /**
   * The app's own sign-in service. Alternatives: `serverSignIn()` and `localSignIn()` among the modules.
   * @see https://chainagnostic.org/CAIPs/caip-122
   */
  readonly siwx?: SignInService | undefined;
  /** Sign-in with Ethereum by callbacks, as other kits configure it. Cannot be set together with `siwx`. */
  readonly siweConfig?: SiweConfig | undefined;
  /** Chain adapters (`eip155()` …) and the app's own bindings, loaded in this order. Tokens they do not bind get their defaults. */
  readonly modules?: readonly LatchkeyModule[];
  /**
   * An Inversify 8 container to load the modules into. Its existing bindings are kept. It can serve one client only. Default: a new container.
   * @see createHostContainer
   */
  readonly container?: Container;
  /** Called with every tracked event, even if analytics is disabled. */
  readonly onEvent?: (event: TrackedEvent) => void;
}

/**
 * Creates a client. Call it once per page, outside of components. In a browser it restores stored connections without prompting the user.
 * It sends no network request before the user acts.
 * @throws LatchkeyError `config/invalid-option` and `config/invalid-network` with the field and the fix, `config/conflicting-sign-in`,
 * `config/already-bound` if two modules bind the same token
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet, polygon], modules: [eip155()] });
 */
export const createLatchkey = (config: LatchkeyOptions): Latchkey => {
  // Untyped callers may pass anything.
  const {
    modules = [],
    container = createHostContainer(),
    onEvent,
    ...input
  } = typeof config === 'object' ? (config ?? NO_OPTIONS) : NO_OPTIONS;
  const options = parseOptions(input);
  checkModules(modules);
  checkContainer(container);
  if (onEvent !== undefined && typeof onEvent !== 'function') throw invalidOption('onEvent', 'write a function that takes an event');
  const loader = new ModuleLoader(container);
  const subscriptions = new Subscription();
  let resolveReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    resolveReady = resolve;
  });
  const dispose = (): void => {
    try {
      subscriptions.unsubscribe();
    } finally {
      // Stores first, then the connectors and chains that use them, then the lazily loaded features.
      try {
        loader.unload(...defaults);
      } finally {
        loader.unload();
      }
    }
  };
  const defaults = [
    clientModule({ options: new OptionsStore(options), container, loader, ready, dispose }),
    lastErrorModule(container),
    pageModule(),
    connectModule(),
    featuresModule(),
    signInDefaultsModule(),
    modalModule(),
  ];
  try {
    for (const module of [...modules, ...lazyFeatures()]) loader.load(module);
    loader.loadDefaults(...defaults);
    // Binds the placeholders of the lazy features.
    container.get(FEATURE_LOADER);
    start(container, subscriptions, onEvent, resolveReady);
    initialize(container.get(EVENT_BUS), input);
    return container.get(LATCHKEY);
  } catch (error) {
    try {
      dispose();
    } catch {
      // The original error is thrown.
    }
    throw error;
  }
};

/** Empty options, so that validation names the missing required option. */
const NO_OPTIONS = {} as LatchkeyOptions;

const checkModules = (modules: readonly LatchkeyModule[]): void => {
  if (!Array.isArray(modules)) throw invalidOption('modules', 'write a list of modules, such as [eip155()]');
  modules.forEach((module, index) => {
    if (typeof module?.load !== 'function')
      throw invalidOption(`modules[${index}]`, 'write a module, such as eip155() with its parentheses');
  });
};

/** Methods of Inversify 8: version 7 has no `loadAsync`, version 6 no `register`. */
const CONTAINER_METHODS = ['get', 'getAll', 'isBound', 'load', 'loadAsync', 'register', 'unload'] as const;

const checkContainer = (container: Container): void => {
  if (CONTAINER_METHODS.some((method) => typeof container?.[method] !== 'function'))
    throw invalidOption('container', 'write a Container of inversify 8, such as createHostContainer()');
  if (container.isBound(LATCHKEY))
    throw invalidOption('container', 'give each client its own container, or dispose of the client that uses this one first');
};

/** Starts event forwarding, the `ON_START` hooks and automatic reconnection. */
const start = (container: Container, subscriptions: Subscription, onEvent: LatchkeyOptions['onEvent'], resolveReady: () => void): void => {
  const connections = container.get(CONNECTION_STORE);
  const events = container.get(EVENT_BUS);
  events.bindAddress(() => accountOf(connections.state).address);
  const notices = container.get(DEVELOPER_NOTICES);
  for (const notice of unmatchedChains(container.get(CHAINS), connections.state)) notices.give(notice);
  subscriptions.add(
    events.events$.subscribe((event) => {
      if (event.event === 'INTERNAL_SDK_ERROR') notices.give(event.properties.errorMessage);
    }),
  );
  // The first value of the bus is a placeholder, not an event.
  if (onEvent !== undefined) subscriptions.add(events.events$.pipe(skip(1)).subscribe(onEvent));
  for (const onStart of container.getAll(ON_START, { chained: true })) subscriptions.add(onStart());
  subscriptions.add(resolveReady);
  const logDefect = (defect: unknown): void => container.get(LOGGER).error('Stored connections could not be restored', defect);
  subscriptions.add(
    container
      .get(USE_CASES.reconnectWallets)
      .execute()
      .subscribe({ complete: resolveReady, error: (defect) => [logDefect(defect), resolveReady()] }),
  );
};

/** Tracks option names only, because values may contain keys. */
const initialize = (events: Pick<EventBus, 'track'>, input: OptionsInput): void =>
  events.track('INITIALIZE', {
    options: Object.keys(input),
    networks: input.networks.map(({ id }) => String(id)),
  });
