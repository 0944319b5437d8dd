import { type Container, ContainerModule } from 'inversify';
import { tap } from 'rxjs';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { LATCHKEY } from '../../application/latchkey.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { CHAIN_REGISTRY } from '../../application/shared/chain-registry.js';
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
import { RunTimeAdapters } from '../run-time-adapters.js';
import { RunTimeNetworks } from '../run-time-networks.js';
import { defineDefaults, many } from '../wire.js';

/** What one client is made of. */
export interface ClientModuleParts {
  readonly options: OptionsStore;
  readonly container: Container;
  readonly loader: ModuleLoader;
  readonly ready: Promise<void>;
  /** Ends the client and takes out all that was loaded for it. */
  readonly dispose: () => void;
}

/** The last error that a run of a use case ended with. */
interface LastError {
  error: LatchkeyError | undefined;
}
const LAST_ERROR = token<LastError>('LastError');
const RUN_TIME_ADAPTERS = token<RunTimeAdapters>('RunTimeAdapters');
const RUN_TIME_NETWORKS = token<RunTimeNetworks>('RunTimeNetworks');

/** The client, its options, and what loads its features. */
export const clientModule = ({ options, container, loader, ready, dispose }: ClientModuleParts): ContainerModule =>
  defineDefaults((wire) => {
    const extendNetwork = (definition: NetworkDefinition): Network => networkFor(options.current)(definition);
    wire(OPTIONS, [], () => options, { dispose: (store) => store.complete() });
    wire(LAST_ERROR, [], () => ({ error: undefined }));
    wire(FEATURE_LOADER, [many(FEATURE)], (features) => new FeatureLoader(features, container, loader), {
      dispose: (features) => features.dispose(),
    });
    wire(
      RUN_TIME_NETWORKS,
      [CHAIN_REGISTRY, CONNECTION_STORE],
      (chains, connections) => new RunTimeNetworks(chains, connections, extendNetwork),
    );
    wire(
      RUN_TIME_ADAPTERS,
      [CHAIN_REGISTRY, CONNECTION_STORE, USE_CASES.reconnectWallets, LOGGER],
      (chains, connections, reconnect, logger) =>
        new RunTimeAdapters(container, loader, chains, connections, reconnect, logger, extendNetwork),
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
        RUN_TIME_NETWORKS,
        RUN_TIME_ADAPTERS,
        LAST_ERROR,
      ],
      (store, events, browser, connections, modal, logger, features, networks, adapters, last) =>
        new LatchkeyClient({
          ...{ options: store, events, browser, connections, modal, logger, features, networks, adapters, ready },
          useCases: useCasesOf(container),
          lastError: () => last.error,
          dispose,
        }),
    );
  });

/** Use cases are transient and keep nothing: one of each serves the whole client. */
const useCasesOf = (container: Container): UseCases =>
  // The tokens carry the types name by name.
  Object.fromEntries(Object.entries<Token<unknown>>(USE_CASES).map(([name, id]) => [name, container.get(id)])) as UseCases;

/** Keeps the last error of every use case, also of one that a host's class was given or bound. */
export const lastErrorModule = (container: Container): ContainerModule =>
  new ContainerModule(({ onActivation }) => {
    // One type for all of them: only their streams are looked at.
    for (const id of Object.values<Token<unknown>>(USE_CASES) as Token<AnyUseCase>[])
      onActivation(id, (_, useCase) =>
        withLastError(useCase, (error) => {
          // An object of the host's may outlive the client.
          if (container.isBound(LAST_ERROR)) container.get(LAST_ERROR).error = error;
        }),
      );
  });

/** The same use case, whose error states are noted as they pass; the object behind it, which a host may share, stays as it is. */
const withLastError = (useCase: AnyUseCase, note: (error: LatchkeyError) => void): AnyUseCase =>
  // Over an object of its own: a proxy of a frozen one may give nothing but its own members.
  new Proxy<AnyUseCase>(Object.create(Object.getPrototypeOf(useCase)), {
    get: (_, name) => {
      const member: unknown = Reflect.get(useCase, name);
      if (name !== 'execute') return typeof member === 'function' ? member.bind(useCase) : member;
      return (input: never) =>
        useCase.execute(input).pipe(
          tap((state) => {
            const error = typeof state === 'object' && state !== null && 'error' in state ? state.error : undefined;
            if (isLatchkeyError(error)) note(error);
          }),
        );
    },
  });
