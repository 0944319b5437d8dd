import { BrowserRecordStore } from '../adapters/storage/browser-record-store.js';
import { CoreKeyChain } from '../adapters/walletconnect/core-key-chain.js';
import { CoreRelay } from '../adapters/walletconnect/core-relay.js';
import type { ConnectionStore } from '../application/connect/connection.store.js';
import type { SealedIds } from '../application/ports/attestation.port.js';
import type { Browser } from '../application/ports/browser.port.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { KeyChain } from '../application/ports/key-chain.port.js';
import type { Logger } from '../application/ports/logger.port.js';
import type { Random } from '../application/ports/random.port.js';
import type { RecordStore } from '../application/ports/record-store.port.js';
import type { Relay } from '../application/ports/relay.port.js';
import type { Storage } from '../application/ports/storage.port.js';
import type { OptionsStore } from '../application/shared/options.store.js';
import type { BringUp } from '../application/wallet-protocol/engine/asking.js';
import type { OriginChecker } from '../application/wallet-protocol/engine/origin-checker.js';
import { MessageRelay } from '../application/wallet-protocol/message-relay.js';
import { ProtocolClient } from '../application/wallet-protocol/protocol-client.js';
import type { LoadedEngine } from '../application/wallet-protocol/remote-wallets.js';
import { SessionMemory, type SessionMemoryParts } from '../application/wallet-protocol/session-memory.js';
import { WalletLinkMemory } from '../application/wallet-protocol/wallet-link.memory.js';
import type { AskedWallet } from '../domain/connection/connection-state.js';
import { LatchkeyError } from '../domain/errors/latchkey-error.js';
import { addressOfService, SECOND_RELAY } from '../domain/options/endpoints.js';
import { answerLink } from '../domain/wallet-protocol/answer-link.js';
import { requestedNamespaces } from '../domain/wallet-protocol/requested-namespaces.js';
import { ungrantedOf } from '../domain/wallet-protocol/ungranted.js';
import { pageWindow } from './page-window.js';
import { webSocketOfNode } from './web-socket-of-node.js';

const nothing = (): void => undefined;

/** What the engine takes of the client. */
export interface ProtocolClientParts {
  readonly options: OptionsStore;
  readonly connections: Pick<ConnectionStore, 'dispatch'>;
  readonly browser: Browser;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly storage: Storage;
  /** `null` for the browser's own. */
  readonly records: RecordStore | null;
  /** `null` for the one at the configured address. */
  readonly relay: Relay | null;
  /** `null` for the one of `@walletconnect/core`. */
  readonly keyChain: KeyChain | null;
  readonly random: Random;
}

/**
 * The engine of the wallet protocol with its relay: in a chunk of its own.
 * @throws LatchkeyError `config/project-id-missing` for the default relay without a project id
 */
export const startProtocolClient = async (parts: ProtocolClientParts): Promise<LoadedEngine> => {
  const { clock, logger, storage, random } = parts;
  const page = pageWindow();
  const records = parts.records ?? new BrowserRecordStore(() => page ?? {}, clock, page === undefined ? null : logger);
  const origin = originOf(parts, page, records);
  const ended = (): void => {
    origin?.dispose();
    // One of the host's is the host's to end.
    if (parts.records === null) records.dispose();
  };
  const keyChain = parts.keyChain ?? new CoreKeyChain({ store: records });
  const relay = new MessageRelay(parts.relay ?? (await relayOf(parts, records, keyChain)), keyChain);
  warnOfNamelessApp(parts);
  const links = new WalletLinkMemory(storage);
  const [bringUp, deserted] = [followLink(parts, links), () => links.forget()];
  const engine = new ProtocolClient({ relay, records, clock, random, logger, bringUp, deserted, ended, ...(origin && { origin }) });
  return { engine, requestedNamespaces, ungrantedOf, sessionMemory };
};

/**
 * Wallets show their owner who asks, by name and address. A page says so itself; where there is none, as in Node, or only a
 * file, nobody does unless the host did. What a host wrote was checked when the client was made.
 */
const warnOfNamelessApp = ({ options, browser, logger }: ProtocolClientParts): void => {
  const { name, url } = options.current.metadata ?? browser.pageMetadata();
  if (name !== '' && /^https?:/.test(url)) return;
  const fix = 'write { name, description, url, icons }: there is no page to take them from, and wallets show who asks';
  const error = new LatchkeyError('config/invalid-option', { field: 'metadata', fix });
  // What is less than an error stays in memory: nobody would see it.
  logger.error(error.message, error);
};

const sessionMemory = (parts: SessionMemoryParts): SessionMemory => new SessionMemory(parts);

/** What has the page's origin attested, where the host names a service for that. Its code is fetched beside what is attested, and then only. */
const originOf = ({ options, clock }: ProtocolClientParts, page: (Window & typeof globalThis) | undefined, records: RecordStore) => {
  const verifyUrl = addressOfService(options.current, 'verify');
  if (verifyUrl === null || page === undefined) return null;
  const { projectId } = options.current;
  let origins: OriginChecker | null = null;
  let isOver = false;
  // Code that does not arrive attests nothing.
  const load = async (): Promise<void> => {
    const { pageOrigins } = await import('./page-origins.js');
    if (!isOver) origins ??= pageOrigins({ page, clock, verifyUrl, projectId, records });
  };
  const attest = (ids: SealedIds): string | null => {
    if (origins === null) load().then(() => origins?.attest?.(ids), nothing);
    return origins?.attest?.(ids) ?? null;
  };
  const dispose = (): void => {
    isOver = true;
    origins?.dispose();
  };
  return { verifyUrl, attest, dispose };
};

/** The relay at the configured address. */
const relayOf = async ({ options, clock, browser }: ProtocolClientParts, store: RecordStore, keyChain: KeyChain): Promise<Relay> => {
  const { projectId, endpoints } = options.current;
  // The relay's address has a default: it is never off.
  const relayUrls = [addressOfService(options.current, 'relay'), endpoints.relay === undefined ? SECOND_RELAY : null];
  return new CoreRelay({
    relayUrls: relayUrls.filter((url) => url !== null),
    projectId,
    store,
    clock,
    browser,
    keyChain,
    webSocket: await webSocketOfNode(),
  });
};

/**
 * Brings the wallet on this device up while it is asked, if the page is what the person looks at. Browsers keep a page from that when too long
 * has passed since the person's tap: the link is there for another tap until there is an answer.
 */
const followLink = ({ browser, connections }: Pick<ProtocolClientParts, 'browser' | 'connections'>, links: WalletLinkMemory): BringUp => {
  const asked = new Map<number, AskedWallet>();
  const tell = (): unknown => connections.dispatch({ type: 'pairing-changed', pairing: { asked: [...asked.values()].at(-1) } });
  return ({ topic }, requestId, answer) => {
    const { choice } = links;
    if (choice === null) return;
    const link = answerLink(choice, { requestId, topic }, browser.platform);
    asked.set(requestId, { name: choice.name, ...link });
    tell();
    const over = (): void => {
      asked.delete(requestId);
      tell();
    };
    answer.then(over, over);
    if (isVisible(browser)) browser.open(link.href, link.target);
  };
};

/** Its first value is synchronous; no listener stays. */
const isVisible = ({ visible$ }: Browser): boolean => {
  let visible = false;
  visible$
    .subscribe((now) => {
      visible = now;
    })
    .unsubscribe();
  return visible;
};
