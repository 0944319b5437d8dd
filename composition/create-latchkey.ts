import type { Container } from 'inversify';
import { Subscription, skip } from 'rxjs';
import { CONNECTION_STORE } from '../application/connect/connection.store.js';
import { LATCHKEY, type Latchkey } from '../application/latchkey.js';
import { LOGGER } from '../application/ports/logger.port.js';
import { EVENT_BUS, type EventBus } from '../application/shared/event-bus.js';
import { ON_START } from '../application/shared/on-start.js';
import { OptionsStore } from '../application/shared/options.store.js';
import type { TrackedEvent } from '../application/shared/tracked-event.js';
import { USE_CASES } from '../application/use-cases.js';
import { accountOf } from '../domain/connection/connection-views.js';
import type { OptionsInput } from '../domain/options/options.js';
import { parseOptions } from '../domain/options/parse-options.js';
import { invalidOption } from '../domain/options/schema-parts.js';
import { createHostContainer } from './host-container.js';
import { FEATURE_LOADER } from './lazy-module.js';
import { ModuleLoader } from './module-loader.js';
import { clientModule, lastErrorModule } from './modules/client.module.js';
import { connectModule } from './modules/connect.module.js';
import { featuresModule, lazyFeatures } from './modules/features.module.js';
import { modalModule } from './modules/modal.module.js';
import { pageModule } from './modules/page.module.js';
import type { LatchkeyModule } from './wire.js';

/** What a host says: plain options, its modules, its container, and who hears of events. */
export interface LatchkeyOptions extends OptionsInput {
  /** Chain adapters (`eip155()` …) and the host's own bindings, in their order. What they leave unbound gets its default. */
  readonly modules?: readonly LatchkeyModule[];
  /**
   * The host's own container of Inversify 8, for one client. Everything is loaded into it; what it binds already stays. Default: one of the client's.
   * @see createHostContainer
   */
  readonly container?: Container;
  /** Hears every tracked event, also where analytics is off. */
  readonly onEvent?: (event: TrackedEvent) => void;
}

/**
 * Makes a client. Call it once per page, outside of components. In a browser it takes up remembered connections without
 * asking the person anything; nothing leaves the page before the visitor acts.
 * @throws LatchkeyError `config/invalid-option` and `config/invalid-network` with the field and the fix, `config/conflicting-sign-in`,
 * `config/already-bound` for a token that two modules bind
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet, polygon], modules: [eip155()] });
 */
export const createLatchkey = (given: LatchkeyOptions): Latchkey => {
  // A page without types may pass anything.
  const { modules = [], container = createHostContainer(), onEvent, ...input } = typeof given === 'object' ? (given ?? NOTHING) : NOTHING;
  const options = parseOptions(input);
  checkModules(modules);
  checkContainer(container);
  if (onEvent !== undefined && typeof onEvent !== 'function') throw invalidOption('onEvent', 'write a function that takes an event');
  const loader = new ModuleLoader(container);
  const running = new Subscription();
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const dispose = (): void => {
    try {
      running.unsubscribe();
    } finally {
      // The stores first, then the connectors and chains that work with them, then the features that these have loaded.
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
    modalModule(),
  ];
  try {
    for (const module of [...modules, ...lazyFeatures()]) loader.load(module);
    loader.loadDefaults(...defaults);
    // Binds what stands for the features until they are loaded.
    container.get(FEATURE_LOADER);
    start(container, running, onEvent, isReady);
    initialize(container.get(EVENT_BUS), input);
    return container.get(LATCHKEY);
  } catch (error) {
    try {
      dispose();
    } catch {
      // What failed first is thrown.
    }
    throw error;
  }
};

/** Lacks what is required, so that it is refused by name. */
const NOTHING = {} as LatchkeyOptions;

const checkModules = (modules: readonly LatchkeyModule[]): void => {
  if (!Array.isArray(modules)) throw invalidOption('modules', 'write a list of modules, such as [eip155()]');
  modules.forEach((module, index) => {
    if (typeof module?.load !== 'function')
      throw invalidOption(`modules[${index}]`, 'write a module, such as eip155() with its parentheses');
  });
};

/** What version 8 has: version 7 has no `loadAsync`, version 6 no `register`. */
const CONTAINER_METHODS = ['get', 'getAll', 'isBound', 'load', 'loadAsync', 'register', 'unload'] as const;

const checkContainer = (container: Container): void => {
  if (CONTAINER_METHODS.some((method) => typeof container?.[method] !== 'function'))
    throw invalidOption('container', 'write a Container of inversify 8, such as createHostContainer()');
  if (container.isBound(LATCHKEY))
    throw invalidOption('container', 'give each client a container of its own, or dispose of the one that is in this first');
};

/** What runs with the client. */
const start = (container: Container, running: Subscription, onEvent: LatchkeyOptions['onEvent'], isReady: () => void): void => {
  const connections = container.get(CONNECTION_STORE);
  const events = container.get(EVENT_BUS);
  events.bindAddress(() => accountOf(connections.state).address);
  // The bus begins with a placeholder, which nobody is told of.
  if (onEvent !== undefined) running.add(events.events$.pipe(skip(1)).subscribe(onEvent));
  for (const begin of container.getAll(ON_START, { chained: true })) running.add(begin());
  running.add(isReady);
  const logDefect = (defect: unknown): void => container.get(LOGGER).error('Stored connections could not be taken up', defect);
  running.add(
    container
      .get(USE_CASES.reconnectWallets)
      .execute()
      .subscribe({ complete: isReady, error: (defect) => [logDefect(defect), isReady()] }),
  );
};

/** Names only: values may hold keys. */
const initialize = (events: Pick<EventBus, 'track'>, input: OptionsInput): void =>
  events.track('INITIALIZE', {
    options: Object.keys(input),
    networks: input.networks.map(({ id }) => String(id)),
  });
