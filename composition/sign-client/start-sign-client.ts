import { AppLinking, type HostLinking } from '../../adapters/browser/app-linking.js';
import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { HttpJsonRpc } from '../../adapters/json-rpc/http-json-rpc.js';
import { BrowserOfficialStorage } from '../../adapters/storage/browser-official-storage.js';
import { BrowserRecordStore } from '../../adapters/storage/browser-record-store.js';
import { KeyValueOfficialStorage } from '../../adapters/storage/key-value-official-storage.js';
import { KeyValueRecordStore } from '../../adapters/storage/key-value-record-store.js';
import { RecordKeyValues } from '../../adapters/storage/record-key-values.js';
import { RecordSpace } from '../../adapters/storage/record-space.js';
import { CoreKeyChain } from '../../adapters/walletconnect/core-key-chain.js';
import { CoreRelay } from '../../adapters/walletconnect/core-relay.js';
import type { Browser } from '../../application/ports/browser.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { JsonRpcNode } from '../../application/ports/json-rpc.port.js';
import type { KeyValueStorage } from '../../application/ports/key-value-storage.port.js';
import type { Linking } from '../../application/ports/linking.port.js';
import type { Logger } from '../../application/ports/logger.port.js';
import type { OfficialStorage } from '../../application/ports/official-storage.port.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { OriginChecker } from '../../application/wallet-protocol/engine/origin-checker.js';
import { SignEngine } from '../../application/wallet-protocol/engine/sign-engine.js';
import { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { HOST_VALUES } from '../../application/wallet-protocol/protocol-records.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addressOfService, SECOND_RELAY } from '../../domain/options/endpoints.js';
import { rpcUrlsOf } from '../../domain/wallet-protocol/provider/rpc-urls.js';
import { webSocketOfNode } from '../web-socket-of-node.js';
import { coreOfClient } from './core-of-client.js';
import { laterAttestation } from './later-attestation.js';
import { OfficialTakeover } from './official-takeover.js';
import { followOtherPages } from './other-pages.js';
import type { SignClientParts } from './sign-client-parts.js';
import { NAME, type SignClientOptions } from './sign-options.js';
import type { SignMetadata } from './sign-types.js';
import { VerifyFacade } from './verify-facade.js';

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

/**
 * The engine of a client with its relay and its records, in a chunk of its own.
 * @throws LatchkeyError `config/project-id-missing` for the public relay without a project id
 */
export const startSignClient = async <Client>(start: SignClientStart, make: (parts: SignClientParts) => Client): Promise<Client> => {
  const { options, browser, clock, logger } = start;
  const { projectId, relayUrl, storage: given, customPrefix } = settingsOf(options);
  const { records, official, storage } = placeOf(start, given, spaceOf(customPrefix));
  const endpoints = relayUrl === undefined ? {} : { relay: relayUrl };
  const relayUrls = [addressOfService({ projectId, endpoints }, 'relay'), relayUrl === undefined ? SECOND_RELAY : null];
  const webSocket = await webSocketOfNode();
  const keyChain = new CoreKeyChain({ store: records });
  const urls = relayUrls.filter((url) => url !== null);
  const line = new CoreRelay({ relayUrls: urls, projectId, store: records, clock, browser, webSocket, keyChain });
  const takeover = new OfficialTakeover({ records, official, customPrefix, isPlaceShared: given !== null, keyChain, clock, logger });
  await takeover.run();
  const metadata = metadataOf(start);
  const rpc = new HttpJsonRpc({ clock, ping: false });
  const nodeOf = (chainId: string): JsonRpcNode | null => {
    const rpcUrls = rpcUrlsOf(chainId, undefined, projectId === undefined ? {} : { projectId });
    return rpcUrls.length === 0 ? null : rpc.open(rpcUrls);
  };
  const { verifyUrl } = metadata;
  const attestation = laterAttestation(start, { server: verifyUrl, projectId, records });
  const origins = new OriginChecker({ verifyUrl, attestation, clock });
  const engine = new SignEngine({
    relay: new MessageRelay(line, keyChain),
    records: takeover.records,
    clock,
    random: SYSTEM_RANDOM,
    logger,
    metadata: () => metadata,
    disableRequestQueue: options.signConfig?.disableRequestQueue ?? false,
    checkOrigin: origins.check,
    linking: linkingOf(options),
    exchange: origins.attest === null ? {} : { attest: origins.attest },
    nodes: async (chainId) => nodeOf(chainId),
  });
  // What a host keeps may be shared by its pages too. Where it is not, they have no session in common.
  const leaveOthers = followOtherPages(spaceOf(customPrefix), start.page ?? {}, engine);
  const core = coreOfClient({
    options,
    context: engine.context,
    pairings: engine.pairings,
    links: engine.links,
    verify: new VerifyFacade({ origins }),
    storage,
    closeLine: () => line.close(),
    logger,
  });
  const client = make({
    options,
    metadata,
    logger,
    calls: engine,
    context: engine.context,
    core,
    dispose: () => {
      leaveOthers();
      origins.dispose(new LatchkeyError('config/disposed', {}));
      engine.dispose();
      records.dispose();
    },
  });
  await engine.start();
  return client;
};
