import type { ContainerModule } from 'inversify';
import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { BrowserRecordStore } from '../../adapters/storage/browser-record-store.js';
import { CoreKeyChain } from '../../adapters/walletconnect/core-key-chain.js';
import { CoreRelay } from '../../adapters/walletconnect/core-relay.js';
import type { RelayWebSocketConstructor } from '../../adapters/walletconnect/relay-socket.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { BROWSER, type Browser } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { KEY_CHAIN } from '../../application/ports/key-chain.port.js';
import { LOGGER, type Logger } from '../../application/ports/logger.port.js';
import { RANDOM } from '../../application/ports/random.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { RELAY } from '../../application/ports/relay.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { OPTIONS, type OptionsStore } from '../../application/shared/options.store.js';
import { token } from '../../application/shared/token.js';
import { OriginChecker } from '../../application/wallet-protocol/engine/origin-checker.js';
import { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { ProtocolClient } from '../../application/wallet-protocol/protocol-client.js';
import { SessionMemory } from '../../application/wallet-protocol/session-memory.js';
import { WalletLinkFollower } from '../../application/wallet-protocol/wallet-link-follower.js';
import { MESSAGE_RELAY, PROTOCOL_CLIENT, PROTOCOL_ENGINE } from '../../application/wallet-protocol/wallet-protocol.tokens.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addressOfService, SECOND_RELAY } from '../../domain/options/endpoints.js';
import { requestedNamespaces } from '../../domain/wallet-protocol/requested-namespaces.js';
import { ungrantedOf } from '../../domain/wallet-protocol/ungranted.js';
import { lazyAttestation } from '../lazy-attestation.js';
import { pageWindow } from '../page-window.js';
import { defineDefaults } from '../wire.js';

/** What has the page's origin attested; `null` where the host names no service for that, or there is no page. */
const PAGE_ORIGIN = token<{ readonly verifyUrl: string; readonly checker: OriginChecker } | null>('PageOrigin');
const WALLET_LINK_FOLLOWER = token<WalletLinkFollower>('WalletLinkFollower');

/**
 * The engine of the wallet protocol with its relay. Resolving the relay throws `config/project-id-missing` for the default one without a
 * project id.
 * @param webSocket what connects where there is no global `WebSocket`
 */
export const walletProtocolModule = (webSocket: RelayWebSocketConstructor | undefined): ContainerModule =>
  defineDefaults((wire) => {
    // Disposed of in this order: the client before what it works with.
    wire(
      PROTOCOL_CLIENT,
      [OPTIONS, BROWSER, MESSAGE_RELAY, RECORD_STORE, CLOCK, RANDOM, LOGGER, WALLET_LINK_FOLLOWER, PAGE_ORIGIN],
      (options, browser, relay, records, clock, random, logger, links, origin) => {
        warnOfNamelessApp(options, browser, logger);
        const attest = origin?.checker.attest ?? null;
        const client = new ProtocolClient({
          ...{ relay, records, clock, random, logger },
          ...(origin === null || attest === null ? {} : { origin: { verifyUrl: origin.verifyUrl, attest } }),
        });
        // Ends with the client.
        links.follow(client);
        return client;
      },
      { dispose: (client) => client.dispose() },
    );
    wire(PROTOCOL_ENGINE, [PROTOCOL_CLIENT], (engine) => ({
      ...{ engine, requestedNamespaces, ungrantedOf },
      sessionMemory: (parts) => new SessionMemory(parts),
    }));
    wire(
      PAGE_ORIGIN,
      [OPTIONS, CLOCK, RECORD_STORE],
      ({ current }, clock, records) => {
        const page = pageWindow();
        const verifyUrl = addressOfService(current, 'verify');
        if (verifyUrl === null || page === undefined) return null;
        const attestation = lazyAttestation({ page, clock }, { server: verifyUrl, projectId: current.projectId, records });
        return { verifyUrl, checker: new OriginChecker({ verifyUrl, attestation, clock }) };
      },
      { dispose: (origin) => origin?.checker.dispose(new LatchkeyError('config/disposed', {})) },
    );
    wire(
      WALLET_LINK_FOLLOWER,
      [BROWSER, CONNECTION_STORE, STORAGE],
      (browser, connections, storage) => new WalletLinkFollower({ browser, connections, storage }),
    );
    wire(MESSAGE_RELAY, [RELAY, KEY_CHAIN], (relay, keyChain) => new MessageRelay(relay, keyChain));
    wire(RANDOM, [], () => SYSTEM_RANDOM);
    wire(
      RELAY,
      [OPTIONS, RECORD_STORE, CLOCK, BROWSER, KEY_CHAIN],
      (options, store, clock, browser, keyChain) => {
        const { projectId, endpoints } = options.current;
        // The relay's address has a default: it is never off.
        const relayUrls = [addressOfService(options.current, 'relay'), endpoints.relay === undefined ? SECOND_RELAY : null].filter(
          (url) => url !== null,
        );
        return new CoreRelay({ relayUrls, projectId, store, clock, browser, keyChain, webSocket });
      },
      { dispose: (relay) => relay.dispose() },
    );
    wire(KEY_CHAIN, [RECORD_STORE], (store) => new CoreKeyChain({ store }));
    wire(
      RECORD_STORE,
      [CLOCK, LOGGER],
      (clock, logger) => {
        const page = pageWindow();
        return new BrowserRecordStore(() => page ?? {}, clock, page === undefined ? null : logger);
      },
      { dispose: (records) => records.dispose() },
    );
  });

/**
 * Wallets show their owner who asks, by name and address. A page says so itself; where there is none, as in Node, or only a
 * file, nobody does unless the host did. What a host wrote was checked when the client was made.
 */
const warnOfNamelessApp = (options: OptionsStore, browser: Browser, logger: Logger): void => {
  const { name, url } = options.current.metadata ?? browser.pageMetadata();
  if (name !== '' && /^https?:/.test(url)) return;
  const fix = 'write { name, description, url, icons }: there is no page to take them from, and wallets show who asks';
  const error = new LatchkeyError('config/invalid-option', { field: 'metadata', fix });
  // What is less than an error stays in memory: nobody would see it.
  logger.error(error.message, error);
};
