import { map, Subscription, skip } from 'rxjs';
import { CONNECTION_STORE } from '../application/connect/connection.store.js';
import { CONNECTION_MEMORY } from '../application/connect/connection-memory.js';
import { followOtherTabs } from '../application/connect/follow-other-tabs.js';
import type { Latchkey } from '../application/latchkey.js';
import { followConnection } from '../application/modal/follow-connection.js';
import { MODAL_STORE } from '../application/modal/modal.store.js';
import { BROWSER } from '../application/ports/browser.port.js';
import { LOGGER } from '../application/ports/logger.port.js';
import { STORAGE } from '../application/ports/storage.port.js';
import { CHAIN_REGISTRY } from '../application/shared/chain-registry.js';
import { EVENT_BUS, type EventBus } from '../application/shared/event-bus.js';
import { OPTIONS, OptionsStore } from '../application/shared/options.store.js';
import { STORAGE_KEYS } from '../application/shared/storage-keys.js';
import type { Token } from '../application/shared/token.js';
import type { TrackedEvent } from '../application/shared/tracked-event.js';
import { USE_CASES, type UseCases } from '../application/use-cases.js';
import { accountOf } from '../domain/connection/connection-views.js';
import { isLatchkeyError, type LatchkeyError } from '../domain/errors/latchkey-error.js';
import type { Network, NetworkDefinition } from '../domain/network/network.js';
import type { OptionsInput } from '../domain/options/options.js';
import { networkFor, parseOptions } from '../domain/options/parse-options.js';
import { invalidOption } from '../domain/options/schema-parts.js';
import { ACCOUNT_LATER } from './account-later.js';
import { createContainer, type Parts } from './container.js';
import { directoryLater } from './directory-later.js';
import { LatchkeyClient } from './latchkey-client.js';
import type { AnyUseCase } from './later-use-case.js';
import { accountModule } from './modules/account.module.js';
import { connectModule } from './modules/connect.module.js';
import { modalModule } from './modules/modal.module.js';
import { pageModule } from './modules/page.module.js';
import { RunTimeAdapters } from './run-time-adapters.js';
import { RunTimeNetworks } from './run-time-networks.js';
import { toContainerModule } from './to-container-module.js';
import { defineModule, type LatchkeyModule } from './wire.js';

/** What a host says: plain options, its modules, and who hears of events. */
export interface LatchkeyOptions extends OptionsInput {
  /** Chain adapters (`eip155()` …) and own bindings. A later module replaces what an earlier one bound. */
  readonly modules?: readonly LatchkeyModule[];
  /** Hears every tracked event, also where analytics is off. */
  readonly onEvent?: (event: TrackedEvent) => void;
}

/**
 * Makes a client. Call it once per page, outside of components. In a browser it takes up remembered connections without
 * asking the person anything; nothing leaves the page before the visitor acts.
 * @throws LatchkeyError `config/invalid-option` and `config/invalid-network` with the field and the fix, `config/conflicting-sign-in`
 * @example
 * const latchkey = createLatchkey({ networks: [mainnet, polygon], modules: [eip155()] });
 */
export const createLatchkey = (given: LatchkeyOptions): Latchkey => {
  // A page without types may pass anything.
  const { modules = [], onEvent, ...input } = typeof given === 'object' ? (given ?? NOTHING) : NOTHING;
  const options = parseOptions(input);
  checkModules(modules);
  if (onEvent !== undefined && typeof onEvent !== 'function') throw invalidOption('onEvent', 'write a function that takes an event');
  const container = createContainer();
  const optionsModule = defineModule((wire) => {
    wire(OPTIONS, [], () => new OptionsStore(options), { dispose: (store) => store.complete() });
  });
  const own = [optionsModule, pageModule(), connectModule(), accountModule(), modalModule()];
  container.load(...[...own, ...modules].map(toContainerModule));
  const get = <T>(token: Token<T>): T => container.get<T>(token.id);

  let lastError: LatchkeyError | undefined;
  const useCases = useCasesOf(container, (error) => {
    lastError = error;
  });
  const connections = get(CONNECTION_STORE);
  const memory = get(CONNECTION_MEMORY);
  const modal = get(MODAL_STORE);
  const events = get(EVENT_BUS);
  const browser = get(BROWSER);
  events.bindAddress(() => accountOf(connections.state).address);

  const running = new Subscription();
  // The bus begins with a placeholder, which nobody is told of.
  if (onEvent !== undefined) running.add(events.events$.pipe(skip(1)).subscribe(onEvent));
  running.add(followConnection(connections, memory, get(OPTIONS), modal, useCases.openModal, useCases.closeModal));
  running.add(followOtherTabs(connections, memory, useCases.reconnectWallets));
  const ready = new Promise<void>((resolve) => {
    running.add(resolve);
    const logDefect = (defect: unknown): void => get(LOGGER).error('Stored connections could not be taken up', defect);
    running.add(useCases.reconnectWallets.execute().subscribe({ complete: resolve, error: (defect) => [logDefect(defect), resolve()] }));
  });
  get(ACCOUNT_LATER).start();
  // A page that was closed while its visitor was in a wallet on the same phone.
  if (get(STORAGE).get(STORAGE_KEYS.pendingPairing) !== null) running.add(useCases.takeUpPairing.execute().subscribe());
  initialize(events, input);
  const extendNetwork = (definition: NetworkDefinition): Network => networkFor(get(OPTIONS).current)(definition);

  return new LatchkeyClient({
    useCases,
    options: get(OPTIONS),
    events,
    browser,
    connections,
    modal,
    ready,
    log: () => get(LOGGER).text,
    lastError: () => lastError,
    networks: new RunTimeNetworks(get(CHAIN_REGISTRY), connections, extendNetwork),
    adapters: new RunTimeAdapters(container, get(CHAIN_REGISTRY), connections, useCases.reconnectWallets, get(LOGGER), extendNetwork),
    dispose: () => {
      running.unsubscribe();
      container.unbindAll();
    },
  });
};

/** Lacks what is required, so that it is refused by name. */
const NOTHING = {} as LatchkeyOptions;

const checkModules = (modules: readonly LatchkeyModule[]): void => {
  if (!Array.isArray(modules)) throw invalidOption('modules', 'write a list of modules, such as [eip155()]');
  modules.forEach((module, index) => {
    if (typeof module?.register !== 'function')
      throw invalidOption(`modules[${index}]`, 'write a module, such as eip155() with its parentheses');
  });
};

/** Names only: values may hold keys. */
const initialize = (events: EventBus, input: OptionsInput): void =>
  events.track('INITIALIZE', {
    options: Object.keys(input),
    networks: input.networks.map(({ id }) => String(id)),
  });

/** A use case that tells of each error state as it passes; the object behind it, which a host may share, stays as it is. */
const overheard = (useCase: AnyUseCase, hear: (error: LatchkeyError) => void): AnyUseCase =>
  new Proxy(useCase, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'execute') return typeof member === 'function' ? member.bind(target) : member;
      return (input: never) =>
        target.execute(input).pipe(
          // Every page has this operator already.
          map((state) => {
            const { error } = Object(state) as { readonly error?: unknown };
            if (isLatchkeyError(error)) hear(error);
            return state;
          }),
        );
    },
  });

/** Use cases are transient and keep nothing: one of each serves the whole client. */
const useCasesOf = (container: Parts, hear: (error: LatchkeyError) => void): UseCases => {
  const later = directoryLater(container);
  const entries = Object.entries(USE_CASES).map(([name, { id }]) => {
    const useCase = container.isBound(id) ? undefined : later[name];
    return [name, overheard(useCase ?? container.get<AnyUseCase>(id), hear)];
  });
  // The tokens carry the types name by name.
  return Object.fromEntries(entries) as UseCases;
};
