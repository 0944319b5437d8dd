import type { ContainerModule } from 'inversify';
import { AppLinking } from '../adapters/browser/app-linking.js';
import { SYSTEM_RANDOM } from '../adapters/browser/system-random.js';
import { HttpJsonRpc } from '../adapters/json-rpc/http-json-rpc.js';
import { RecordSpace } from '../adapters/shared/record-space.js';
import { CoreFacade } from '../adapters/sign-client/core-facade.js';
import { OfficialTakeover } from '../adapters/sign-client/official-takeover.js';
import { followOtherPages } from '../adapters/sign-client/other-pages.js';
import type { SignClientFacade, SignClientParts } from '../adapters/sign-client/sign-client-facade.js';
import { NAME, type SignClientOptions } from '../adapters/sign-client/sign-options.js';
import type { SignMetadata } from '../adapters/sign-client/sign-types.js';
import { VerifyFacade } from '../adapters/sign-client/verify-facade.js';
import { BrowserOfficialStorage } from '../adapters/storage/browser-official-storage.js';
import { BrowserRecordStore } from '../adapters/storage/browser-record-store.js';
import { KeyValueOfficialStorage } from '../adapters/storage/key-value-official-storage.js';
import { KeyValueRecordStore } from '../adapters/storage/key-value-record-store.js';
import { RecordKeyValues } from '../adapters/storage/record-key-values.js';
import { CoreKeyChain } from '../adapters/walletconnect/core-key-chain.js';
import { CoreRelay } from '../adapters/walletconnect/core-relay.js';
import type { RelayWebSocketConstructor } from '../adapters/walletconnect/relay-socket.js';
import { BROWSER, type Browser } from '../application/ports/browser.port.js';
import { CLOCK, type Clock } from '../application/ports/clock.port.js';
import { KEY_CHAIN } from '../application/ports/key-chain.port.js';
import type { KeyValueStorage } from '../application/ports/key-value-storage.port.js';
import type { HostLinking, Linking } from '../application/ports/linking.port.js';
import { LOGGER, type Logger } from '../application/ports/logger.port.js';
import type { OfficialStorage } from '../application/ports/official-storage.port.js';
import { RANDOM } from '../application/ports/random.port.js';
import { RECORD_STORE, type RecordStore } from '../application/ports/record-store.port.js';
import { token } from '../application/shared/token.js';
import { OriginChecker } from '../application/wallet-protocol/engine/origin-checker.js';
import { SignEngine } from '../application/wallet-protocol/engine/sign-engine.js';
import { MessageRelay } from '../application/wallet-protocol/message-relay.js';
import { HOST_VALUES } from '../application/wallet-protocol/protocol-records.js';
import { MESSAGE_RELAY } from '../application/wallet-protocol/wallet-protocol.tokens.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import { addressOfService, SECOND_RELAY } from '../domain/options/endpoints.js';
import { rpcUrlsOf } from '../domain/wallet-protocol/provider/rpc-urls.js';
import { createHostContainer } from './host-container.js';
import { lazyAttestation } from './lazy-attestation.js';
import { webSocketOfNode } from './web-socket-of-node.js';
import { defineModule } from './wire.js';

/** What a client is started with. */
export interface SignClientStart {
  readonly options: SignClientOptions;
  readonly browser: Browser;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly page: (Window & typeof globalThis) | undefined;
}

/** What a client's records begin with, in a place that it may share with others. */
const spaceOf = (customPrefix: string): string =>
  customPrefix === '' ? '@latchkey/sign/' : `@latchkey/sign-${encodeURIComponent(customPrefix)}/`;

const STORAGE_CALLS = ['getKeys', 'getItem', 'setItem', 'removeItem'] as const;

/** @throws LatchkeyError `config/invalid-option` for what has not the calls of a storage: everything would be forgotten without a word */
const checkStorage = (storage: KeyValueStorage): void => {
  const missing = STORAGE_CALLS.filter((name) => typeof storage[name] !== 'function');
  if (missing.length > 0) throw new LatchkeyError('config/invalid-option', { field: 'storage', fix: `it has no ${missing.join(', ')}` });
};

/** The storage of a host; `null` for what a core shows of its client, which is gone with that, or is a part of its records. */
const hostStorage = (storage: KeyValueStorage | null | undefined): KeyValueStorage | null =>
  storage instanceof RecordKeyValues ? null : (storage ?? null);

/** The settings of a client: its own go before those of a core that it was given. */
const settingsOf = ({ core, projectId, relayUrl, storage, customStoragePrefix }: SignClientOptions) => ({
  projectId: projectId ?? core?.projectId,
  relayUrl: relayUrl ?? core?.relayUrl,
  storage: hostStorage(storage ?? core?.storage),
  customPrefix: customStoragePrefix ?? core?.customStoragePrefix ?? '',
});

interface Place {
  readonly records: RecordStore;
  /** `null` where no official client can have kept anything. */
  readonly official: OfficialStorage | null;
  readonly storage: KeyValueStorage;
}

/** Where a client keeps what is to outlive the page. */
const placeOf = ({ clock, logger, page }: SignClientStart, given: KeyValueStorage | null, space: string): Place => {
  if (given !== null) {
    checkStorage(given);
    return {
      records: new RecordSpace(new KeyValueRecordStore(given, logger), space),
      official: new KeyValueOfficialStorage(given),
      storage: given,
    };
  }
  const store = new BrowserRecordStore(() => page ?? {}, clock, page === undefined ? null : logger);
  return {
    records: new RecordSpace(store, space),
    official: page === undefined ? null : new BrowserOfficialStorage(() => page, clock),
    storage: new RecordKeyValues(new RecordSpace(store, space + HOST_VALUES)),
  };
};

/** The links of the device: what the host gives, or the global that native apps have. */
const linkingOf = ({ linking, name = NAME }: SignClientOptions): Linking | null => {
  if (linking === null) return null;
  // Whatever is there: what it lacks is not called.
  return new AppLinking(() => linking ?? (Reflect.get(globalThis, 'Linking') as HostLinking | undefined), name);
};

/** A client's word of itself. Nobody is asked twice: what the host leaves out, the page says. */
const metadataOf = ({ options, browser }: SignClientStart): SignMetadata => {
  if (options.metadata !== undefined) return options.metadata;
  const { name, description, url, icons } = browser.pageMetadata();
  return { name, description, url, icons: [...icons] };
};

const PLACE = token<Place>('Place');
const CORE_RELAY = token<CoreRelay>('CoreRelay');
const JSON_RPC = token<HttpJsonRpc>('JsonRpc');
const OFFICIAL_TAKEOVER = token<OfficialTakeover>('OfficialTakeover');
const ORIGIN_CHECKER = token<OriginChecker>('OriginChecker');
const SIGN_ENGINE = token<SignEngine>('SignEngine');
const CORE_FACADE = token<CoreFacade>('CoreFacade');
const OTHER_PAGES = token<{ readonly leave: () => void }>('OtherPages');
const CLIENT_PARTS = token<Omit<SignClientParts, 'dispose'>>('SignClientParts');
const METADATA = token<SignMetadata>('Metadata');

/** The engine of a client with its relay and its records. Disposed of in the order of the bindings. */
const signClientModule = (start: SignClientStart, webSocket: RelayWebSocketConstructor | undefined): ContainerModule => {
  const { options, browser, clock, logger, page } = start;
  const { projectId, relayUrl, storage: given, customPrefix } = settingsOf(options);
  const space = spaceOf(customPrefix);
  return defineModule((wire) => {
    wire(OTHER_PAGES, [SIGN_ENGINE], (engine) => ({ leave: followOtherPages(space, page ?? {}, engine) }), {
      dispose: (pages) => pages.leave(),
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
      [MESSAGE_RELAY, OFFICIAL_TAKEOVER, ORIGIN_CHECKER, JSON_RPC, METADATA, RANDOM, CLOCK, LOGGER],
      (relay, takeover, origins, rpc, metadata, random) =>
        new SignEngine({
          ...{ relay, records: takeover.records, clock, random, logger },
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
      [SIGN_ENGINE, ORIGIN_CHECKER, CORE_RELAY, PLACE, CLOCK, LOGGER],
      ({ context, pairings, links }, origins, relay, { storage }) =>
        new CoreFacade({
          ...{ name: 'core', projectId, relayUrl, customStoragePrefix: customPrefix, storage, clock, logger },
          ...{ context, pairings, links, relay: context.relay },
          verify: new VerifyFacade({ origins }),
          closeLine: () => relay.close(),
        }),
    );
    wire(CLIENT_PARTS, [SIGN_ENGINE, CORE_FACADE, METADATA, LOGGER], (engine, core, metadata) => ({
      ...{ options, metadata, logger, calls: engine, context: engine.context, core },
    }));
    wire(
      OFFICIAL_TAKEOVER,
      [RECORD_STORE, PLACE, KEY_CHAIN, CLOCK, LOGGER],
      (records, { official }, keyChain) =>
        new OfficialTakeover({ records, official, customPrefix, isPlaceShared: given !== null, keyChain, clock, logger }),
    );
    wire(MESSAGE_RELAY, [CORE_RELAY, KEY_CHAIN], (relay, keyChain) => new MessageRelay(relay, keyChain));
    wire(CORE_RELAY, [RECORD_STORE, KEY_CHAIN, CLOCK, BROWSER], (store, keyChain) => {
      const endpoints = relayUrl === undefined ? {} : { relay: relayUrl };
      const relayUrls = [addressOfService({ projectId, endpoints }, 'relay'), relayUrl === undefined ? SECOND_RELAY : null];
      return new CoreRelay({ relayUrls: relayUrls.filter((url) => url !== null), projectId, store, clock, browser, webSocket, keyChain });
    });
    wire(JSON_RPC, [CLOCK], () => new HttpJsonRpc({ clock, ping: false }));
    wire(KEY_CHAIN, [RECORD_STORE], (store) => new CoreKeyChain({ store }));
    wire(RECORD_STORE, [PLACE], ({ records }) => records, { dispose: (records) => records.dispose() });
    wire(PLACE, [CLOCK, LOGGER], () => placeOf(start, given, space));
    wire(METADATA, [BROWSER], () => metadataOf(start));
    wire(RANDOM, [], () => SYSTEM_RANDOM);
    wire(BROWSER, [], () => browser);
    wire(CLOCK, [], () => clock);
    wire(LOGGER, [], () => logger);
  });
};

/**
 * Composes a client in a container of its own and starts it, in a chunk of its own.
 * @throws LatchkeyError `config/project-id-missing` for the public relay without a project id
 */
export const startSignClient = async <Client extends SignClientFacade>(
  start: SignClientStart,
  make: (parts: SignClientParts) => Client,
): Promise<Client> => {
  const container = createHostContainer();
  const module = signClientModule(start, await webSocketOfNode());
  const dispose = (): void => container.unload(module);
  container.load(module);
  try {
    // Refuses what is configured wrongly before anything is stored.
    container.get(CORE_RELAY);
    await container.get(OFFICIAL_TAKEOVER).run();
    const client = make({ ...container.get(CLIENT_PARTS), dispose });
    container.get(OTHER_PAGES);
    await container.get(SIGN_ENGINE).start();
    return client;
  } catch (error) {
    dispose();
    throw error;
  }
};
