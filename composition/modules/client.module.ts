import { type Container, ContainerModule } from 'inversify';
import { tap } from 'rxjs';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { LATCHKEY } from '../../application/latchkey.js';
import { DEVELOPER_NOTICES, DeveloperNotices } from '../../application/modal/developer-notices.js';
import { EVENT_LOG } from '../../application/modal/event-log.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { MODAL_ELEMENT } from '../../application/ports/modal-element.port.js';
import { CHAIN_REGISTRY } from '../../application/shared/chain-registry.js';
import { CLIENT_ID, ClientId } from '../../application/shared/client-id.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS, type OptionsStore } from '../../application/shared/options.store.js';
import { type Token, token } from '../../application/shared/token.js';
import { USE_CASES, type UseCases } from '../../application/use-cases.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network, NetworkDefinition } from '../../domain/network/network.js';
import { networkFor } from '../../domain/options/parse-options.js';
import { LatchkeyClient } from '../latchkey-client.js';
import { FEATURE, FEATURE_LOADER, FeatureLoader } from '../lazy-module.js';
import type { AnyUseCase } from '../lazy-use-case.js';
import type { ModuleLoader } from '../module-loader.js';
import { RuntimeAdapters } from '../runtime-adapters.js';
import { RuntimeNetworks } from '../runtime-networks.js';
import { defineDefaults, many } from '../wire.js';

/** Dependencies of {@link clientModule}. */
export interface ClientModuleDeps {
  readonly options: OptionsStore;
  readonly container: Container;
  readonly loader: ModuleLoader;
  readonly ready: Promise<void>;
  /** Disposes of the client and unloads its modules. */
  readonly dispose: () => void;
}

/** Holds the error of the last failed run of a use case. */
interface LastError {
  error: LatchkeyError | undefined;
}
const LAST_ERROR = token<LastError>('LastError');
const RUNTIME_ADAPTERS = token<RuntimeAdapters>('RuntimeAdapters');
const RUNTIME_NETWORKS = token<RuntimeNetworks>('RuntimeNetworks');

/** The client, its options and the feature loader. */
export const clientModule = ({ options, container, loader, ready, dispose }: ClientModuleDeps): ContainerModule =>
  defineDefaults((wire) => {
    const extendNetwork = (definition: NetworkDefinition): Network => networkFor(options.current)(definition);
    wire(OPTIONS, [], () => options, { dispose: (store) => store.complete() });
    wire(CLIENT_ID, [], () => new ClientId());
    wire(LAST_ERROR, [], () => ({ error: undefined }));
    wire(DEVELOPER_NOTICES, [LOGGER, MODAL_STORE], (logger, modal) => new DeveloperNotices(logger, modal));
    wire(FEATURE_LOADER, [many(FEATURE)], (features) => new FeatureLoader(features, container, loader), {
      dispose: (features) => features.dispose(),
    });
    wire(
      RUNTIME_NETWORKS,
      [CHAIN_REGISTRY, CONNECTION_STORE],
      (chains, connections) => new RuntimeNetworks(chains, connections, extendNetwork),
    );
    wire(
      RUNTIME_ADAPTERS,
      [CHAIN_REGISTRY, CONNECTION_STORE, USE_CASES.reconnectWallets, LOGGER],
      (chains, connections, reconnect, logger) =>
        new RuntimeAdapters(container, loader, chains, connections, reconnect, logger, extendNetwork),
    );
    wire(
      LATCHKEY,
      [
        OPTIONS,
        EVENT_BUS,
        BROWSER,
        CONNECTION_STORE,
        MODAL_STORE,
        LOGGER,
        FEATURE_LOADER,
        RUNTIME_NETWORKS,
        RUNTIME_ADAPTERS,
        LAST_ERROR,
        DEVELOPER_NOTICES,
        CLOCK,
        MODAL_ELEMENT,
      ],
      (store, events, browser, connections, modal, logger, features, networks, adapters, last, notices, clock, modalElement) =>
        new LatchkeyClient({
          ...{
            options: store,
            events,
            browser,
            connections,
            modal,
            logger,
            features,
            networks,
            adapters,
            notices,
            clock,
            modalElement,
            ready,
          },
          useCases: useCasesOf(container),
          lastError: () => last.error,
          dispose,
        }),
    );
  });

/** Use cases are stateless: one instance of each serves the whole client. */
const useCasesOf = (container: Container): UseCases =>
  // `Object.entries` loses the type that each token has.
  Object.fromEntries(Object.entries<Token<unknown>>(USE_CASES).map(([name, id]) => [name, container.get(id)])) as UseCases;

/** Records the last error of every use case, logs each one, and reports those that the app's developer must fix, including those that the app injects or binds. */
export const lastErrorModule = (container: Container): ContainerModule =>
  new ContainerModule(({ onActivation }) => {
    // One type for all use cases: only their streams are observed.
    for (const id of Object.values<Token<unknown>>(USE_CASES) as Token<AnyUseCase>[])
      onActivation(id, (_, useCase) =>
        withLastError(useCase, (error) => {
          // An object of the app may outlive the client.
          if (!container.isBound(LAST_ERROR)) return;
          container.get(LAST_ERROR).error = error;
          container.get(EVENT_LOG).addError(error);
          container.get(DEVELOPER_NOTICES).report(error);
        }),
      );
  });

/** Wraps a use case to report its error states. The use case itself, which the app may share, is not changed. */
const withLastError = (useCase: AnyUseCase, onError: (error: LatchkeyError) => void): AnyUseCase =>
  // The proxy target is a new object: a proxy of a frozen target cannot return other values for its members.
  new Proxy<AnyUseCase>(Object.create(Object.getPrototypeOf(useCase)), {
    get: (_, name) => {
      const member: unknown = Reflect.get(useCase, name);
      if (name !== 'execute') return typeof member === 'function' ? member.bind(useCase) : member;
      return (input: never) =>
        useCase.execute(input).pipe(
          tap((state) => {
            const error = typeof state === 'object' && state !== null && 'error' in state ? state.error : undefined;
            if (isLatchkeyError(error)) onError(error);
          }),
        );
    },
  });
