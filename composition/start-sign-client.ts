import type { ContainerModule } from 'inversify';
import { Subscription } from 'rxjs';
import { NativeLinking } from '../adapters/browser/native-linking.js';
import { SYSTEM_RANDOM } from '../adapters/browser/system-random.js';
import { HttpJsonRpc } from '../adapters/json-rpc/http-json-rpc.js';
import { PrefixedRecordStore } from '../adapters/shared/prefixed-record-store.js';
import { Core } from '../adapters/sign-client/core.js';
import { CoreFacade } from '../adapters/sign-client/core-facade.js';
import { DeepLinkChoice } from '../adapters/sign-client/deep-link-choice.js';
import { OfficialClientMigration } from '../adapters/sign-client/official-client-migration.js';
import type { SignClientDeps, SignClientFacade } from '../adapters/sign-client/sign-client-facade.js';
import { DEFAULT_NAME, type SignClientOptions } from '../adapters/sign-client/sign-options.js';
import type { SignMetadata } from '../adapters/sign-client/sign-types.js';
import { syncClosedSessions } from '../adapters/sign-client/sync-closed-sessions.js';
import { VerifyFacade } from '../adapters/sign-client/verify-facade.js';
import { BrowserOfficialStorage } from '../adapters/storage/browser-official-storage.js';
import { BrowserRecordStore } from '../adapters/storage/browser-record-store.js';
import { BrowserStorage } from '../adapters/storage/browser-storage.js';
import { KeyValueOfficialStorage } from '../adapters/storage/key-value-official-storage.js';
import { KeyValueRecordStore } from '../adapters/storage/key-value-record-store.js';
import { RecordKeyValueStorage } from '../adapters/storage/record-key-value-storage.js';
import { CoreKeyChain } from '../adapters/walletconnect/core-key-chain.js';
import { CoreRelay } from '../adapters/walletconnect/core-relay.js';
import type { RelayWebSocketConstructor } from '../adapters/walletconnect/relay-socket.js';
import { BROWSER, type Browser } from '../application/ports/browser.port.js';
import { CLOCK, type Clock } from '../application/ports/clock.port.js';
import { JSON_RPC } from '../application/ports/json-rpc.port.js';
import { KEY_CHAIN } from '../application/ports/key-chain.port.js';
import type { KeyValueStorage } from '../application/ports/key-value-storage.port.js';
import type { Linking, ReactNativeLinking } from '../application/ports/linking.port.js';
import { LOGGER, type Logger } from '../application/ports/logger.port.js';
import type { OfficialStorage } from '../application/ports/official-storage.port.js';
import { RANDOM } from '../application/ports/random.port.js';
import { RECORD_STORE, type RecordStore } from '../application/ports/record-store.port.js';
import { token } from '../application/shared/token.js';
import { OriginChecker } from '../application/wallet-protocol/engine/origin-checker.js';
import { SignEngine } from '../application/wallet-protocol/engine/sign-engine.js';
import { MessageRelay } from '../application/wallet-protocol/message-relay.js';
import { APP_VALUES_PREFIX } from '../application/wallet-protocol/protocol-records.js';
import { WalletLinkOpener } from '../application/wallet-protocol/wallet-link-opener.js';
import { MESSAGE_RELAY } from '../application/wallet-protocol/wallet-protocol.tokens.js';
import { isLatchkeyError, LatchkeyError } from '../domain/errors/latchkey-error.js';
import { FALLBACK_RELAY_URL, serviceUrlOf } from '../domain/options/endpoints.js';
import { relayUrl as checkRelayUrl } from '../domain/options/url-schemas.js';
import { rpcUrlsOf } from '../domain/wallet-protocol/provider/rpc-urls.js';
import { isObject } from '../domain/wire.js';
import { createHostContainer } from './create-container.js';
import { lazyAttestation } from './lazy-attestation.js';
import { nodeWebSocket } from './node-web-socket.js';
import { defineModule } from './wire.js';

/** Dependencies of {@link startSignClient}. */
export interface StartSignClientDeps {
  readonly options: SignClientOptions;
  readonly browser: Browser;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly page: (Window & typeof globalThis) | undefined;
}

/** Prefix of a client's record keys, in a store that it may share with other clients. */
const recordPrefixOf = (customPrefix: string): string =>
  customPrefix === '' ? '@latchkey/sign/' : `@latchkey/sign-${encodeURIComponent(customPrefix)}/`;

const STORAGE_METHODS = ['getKeys', 'getItem', 'setItem', 'removeItem'] as const;

/** @throws LatchkeyError `config/invalid-option` for an object without the methods of a storage, which would silently lose data */
const checkStorage = (storage: KeyValueStorage): void => {
  const missing = STORAGE_METHODS.filter((name) => typeof storage[name] !== 'function');
  if (missing.length > 0) throw new LatchkeyError('config/invalid-option', { field: 'storage', fix: `it has no ${missing.join(', ')}` });
};

/** A core has its own connection and its own keys, so that two clients on one core would compete for the messages. */
const checkCore = (core: SignClientOptions['core']): void => {
  const refuse = (fix: string): never => {
    throw new LatchkeyError('config/invalid-option', { field: 'core', fix });
  };
  if (core instanceof Core) {
    if (core.isStartedByOther) refuse('another client has started this core: create a core for each client');
    return;
  }
  // JavaScript apps may pass any value. Only the core of another package, or of another copy of this one, has a relayer.
  if (isObject(core) && !(core instanceof CoreFacade) && 'relayer' in core)
    refuse("create it with Core of 'latchkey/walletconnect', or pass only its settings: { projectId, relayUrl, storage }");
};

const warnOfStorageOptions = ({ core, storage, storageOptions }: SignClientOptions, logger: Logger): void => {
  if ((storageOptions ?? core?.storageOptions) == null || (storage ?? core?.storage) != null) return;
  const fix = 'it is ignored: pass a storage with the methods of IKeyValueStorage as "storage"';
  const error = new LatchkeyError('config/invalid-option', { field: 'storageOptions', fix });
  // Logged as an error because lower levels do not reach the console by default.
  logger.error(error.message, error);
};

/** Official clients accept any URL, so that it is not rejected. */
const warnOfInsecureRelay = (settings: SignClientOptions, logger: Logger): void => {
  const url = settingsOf(settings).relayUrl;
  if (url === undefined) return;
  try {
    checkRelayUrl(url, 'relayUrl');
  } catch (error) {
    if (!isLatchkeyError(error)) throw error;
    logger.error(error.message, error);
  }
};

/** Returns the storage of the app; `null` for the storage that a `Core` exposes, which wraps the records of its client. */
const appStorage = (storage: KeyValueStorage | null | undefined): KeyValueStorage | null =>
  storage instanceof RecordKeyValueStorage ? null : (storage ?? null);

/** Settings of a client: its own options take precedence over those of `core`. */
const settingsOf = ({ core, projectId, relayUrl, storage, customStoragePrefix }: SignClientOptions) => ({
  projectId: projectId ?? core?.projectId,
  relayUrl: relayUrl ?? core?.relayUrl,
  storage: appStorage(storage ?? core?.storage),
  customPrefix: customStoragePrefix ?? core?.customStoragePrefix ?? '',
});

interface ClientStorage {
  readonly records: RecordStore;
  /** Storage of the official client; `null` if there can be none. */
  readonly official: OfficialStorage | null;
  readonly storage: KeyValueStorage;
}

/** Opens the persistent storage of a client. */
const clientStorageOf = (
  { clock, logger, page }: StartSignClientDeps,
  providedStorage: KeyValueStorage | null,
  recordPrefix: string,
): ClientStorage => {
  if (providedStorage !== null) {
    checkStorage(providedStorage);
    return {
      records: new PrefixedRecordStore(new KeyValueRecordStore(providedStorage, logger), recordPrefix),
      official: new KeyValueOfficialStorage(providedStorage),
      storage: providedStorage,
    };
  }
  const store = new BrowserRecordStore(() => page ?? {}, clock, page === undefined ? null : logger);
  return {
    records: new PrefixedRecordStore(store, recordPrefix),
    official: page === undefined ? null : new BrowserOfficialStorage(() => page, clock),
    storage: new RecordKeyValueStorage(new PrefixedRecordStore(store, recordPrefix + APP_VALUES_PREFIX)),
  };
};

/** Deep links of the device: `linking` of the options, or the global `Linking` of React Native. */
const linkingOf = ({ linking, name = DEFAULT_NAME }: SignClientOptions): Linking | null => {
  if (linking === null) return null;
  // `NativeLinking` checks that a method exists before calling it.
  return new NativeLinking(() => linking ?? (Reflect.get(globalThis, 'Linking') as ReactNativeLinking | undefined), name);
};

/** Metadata of the client, read from the page if the app gives none. */
const metadataOf = ({ options, browser }: StartSignClientDeps): SignMetadata => {
  if (options.metadata !== undefined) return options.metadata;
  const { name, description, url, icons } = browser.pageMetadata();
  return { name, description, url, icons: [...icons] };
};

const CLIENT_STORAGE = token<ClientStorage>('ClientStorage');
const CORE_RELAY = token<CoreRelay>('CoreRelay');
const OFFICIAL_MIGRATION = token<OfficialClientMigration>('OfficialClientMigration');
const ORIGIN_CHECKER = token<OriginChecker>('OriginChecker');
const SIGN_ENGINE = token<SignEngine>('SignEngine');
const CORE_FACADE = token<CoreFacade>('CoreFacade');
const SESSION_SYNC = token<{ readonly stop: () => void }>('SessionSync');
const CLIENT_DEPS = token<Omit<SignClientDeps, 'dispose'>>('SignClientDeps');
const LINK_SUBSCRIPTION = token<Subscription>('LinkSubscription');
const METADATA = token<SignMetadata>('Metadata');

/** The engine of a client with its relay and its records. Bindings are disposed of in this order. */
const signClientModule = (deps: StartSignClientDeps, webSocket: RelayWebSocketConstructor | undefined): ContainerModule => {
  const { options, browser, clock, logger, page } = deps;
  const { projectId, relayUrl, storage: providedStorage, customPrefix } = settingsOf(options);
  const recordPrefix = recordPrefixOf(customPrefix);
  return defineModule((wire) => {
    wire(SESSION_SYNC, [SIGN_ENGINE], (engine) => ({ stop: syncClosedSessions(recordPrefix, page ?? {}, engine) }), {
      dispose: (sync) => sync.stop(),
    });
    wire(
      ORIGIN_CHECKER,
      [METADATA, RECORD_STORE, CLOCK],
      ({ verifyUrl }, records) => {
        const attestation = lazyAttestation({ page, clock }, { server: verifyUrl, projectId, records });
        return new OriginChecker({ verifyUrl, attestation, clock });
      },
      { dispose: (origins) => origins.dispose(new LatchkeyError('config/disposed', {})) },
    );
    wire(
      SIGN_ENGINE,
      [MESSAGE_RELAY, OFFICIAL_MIGRATION, ORIGIN_CHECKER, JSON_RPC, METADATA, RANDOM, CLOCK, LOGGER],
      (relay, migration, origins, rpc, metadata, random) =>
        new SignEngine({
          ...{ relay, records: migration.records, clock, random, logger },
          metadata: () => metadata,
          disableRequestQueue: options.signConfig?.disableRequestQueue ?? false,
          checkOrigin: origins.check,
          linking: linkingOf(options),
          exchange: origins.attest === null ? {} : { attest: origins.attest },
          nodes: async (chainId) => {
            const rpcUrls = rpcUrlsOf(chainId, undefined, projectId === undefined ? {} : { projectId });
            return rpcUrls.length === 0 ? null : rpc.open(rpcUrls);
          },
        }),
      { dispose: (engine) => engine.dispose() },
    );
    wire(
      CORE_FACADE,
      [SIGN_ENGINE, ORIGIN_CHECKER, CORE_RELAY, CLIENT_STORAGE, CLOCK, LOGGER],
      ({ context, pairings, links }, origins, relay, { storage }) =>
        new CoreFacade({
          ...{ name: 'core', projectId, relayUrl, customStoragePrefix: customPrefix, storage, clock, logger },
          ...{ context, pairings, links, relay: context.relay },
          verify: new VerifyFacade({ origins }),
          closeConnection: () => relay.close(),
        }),
    );
    wire(
      LINK_SUBSCRIPTION,
      [SIGN_ENGINE, CLIENT_STORAGE, BROWSER, LOGGER],
      ({ requests$, sessionClosed$ }, { storage }) => {
        // Only web pages follow links: in Node there is no page to return to from the wallet.
        if (page === undefined) return Subscription.EMPTY;
        const links = new DeepLinkChoice({ local: new BrowserStorage(() => page.localStorage, undefined, null), storage, logger });
        return new WalletLinkOpener({ browser, links }).subscribe({ requests$, obsolete$: sessionClosed$ });
      },
      { dispose: (subscription) => subscription.unsubscribe() },
    );
    wire(CLIENT_DEPS, [SIGN_ENGINE, CORE_FACADE, METADATA, LOGGER], (engine, core, metadata) => ({
      ...{ options, metadata, logger, calls: engine, context: engine.context, core },
    }));
    wire(
      OFFICIAL_MIGRATION,
      [RECORD_STORE, CLIENT_STORAGE, KEY_CHAIN, CLOCK, LOGGER],
      (records, { official }, keyChain) =>
        new OfficialClientMigration({
          records,
          official,
          customPrefix,
          isStorageShared: providedStorage !== null,
          keyChain,
          clock,
          logger,
        }),
    );
    wire(MESSAGE_RELAY, [CORE_RELAY, KEY_CHAIN], (relay, keyChain) => new MessageRelay(relay, keyChain));
    wire(CORE_RELAY, [RECORD_STORE, KEY_CHAIN, CLOCK, BROWSER], (store, keyChain) => {
      const endpoints = relayUrl === undefined ? {} : { relay: relayUrl };
      const relayUrls = [serviceUrlOf({ projectId, endpoints }, 'relay'), relayUrl === undefined ? FALLBACK_RELAY_URL : null];
      return new CoreRelay({ relayUrls: relayUrls.filter((url) => url !== null), projectId, store, clock, browser, webSocket, keyChain });
    });
    wire(JSON_RPC, [CLOCK], () => new HttpJsonRpc({ clock, ping: false }));
    wire(KEY_CHAIN, [RECORD_STORE], (store) => new CoreKeyChain({ store }));
    wire(RECORD_STORE, [CLIENT_STORAGE], ({ records }) => records, { dispose: (records) => records.dispose() });
    wire(CLIENT_STORAGE, [CLOCK, LOGGER], () => clientStorageOf(deps, providedStorage, recordPrefix));
    wire(METADATA, [BROWSER], () => metadataOf(deps));
    wire(RANDOM, [], () => SYSTEM_RANDOM);
    wire(BROWSER, [], () => browser);
    wire(CLOCK, [], () => clock);
    wire(LOGGER, [], () => logger);
  });
};

/**
 * Creates a client in its own container and starts it.
 * @throws LatchkeyError `config/project-id-missing` for the public relay without a project id; `config/invalid-option` for a core that another
 * client uses, or a storage without the methods of one
 */
export const startSignClient = async <Client extends SignClientFacade>(
  deps: StartSignClientDeps,
  createClient: (deps: SignClientDeps) => Client,
): Promise<Client> => {
  checkCore(deps.options.core);
  warnOfStorageOptions(deps.options, deps.logger);
  warnOfInsecureRelay(deps.options, deps.logger);
  const container = createHostContainer();
  const module = signClientModule(deps, await nodeWebSocket());
  const dispose = (): void => container.unload(module);
  container.load(module);
  try {
    // Throws on invalid configuration before anything is stored.
    container.get(CORE_RELAY);
    await container.get(OFFICIAL_MIGRATION).run();
    const client = createClient({ ...container.get(CLIENT_DEPS), dispose });
    container.get(SESSION_SYNC);
    container.get(LINK_SUBSCRIPTION);
    await container.get(SIGN_ENGINE).start();
    return client;
  } catch (error) {
    dispose();
    throw error;
  }
};
