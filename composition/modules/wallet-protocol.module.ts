import type { ContainerModule } from 'inversify';
import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { HttpJsonRpc } from '../../adapters/json-rpc/http-json-rpc.js';
import { BrowserRecordStore } from '../../adapters/storage/browser-record-store.js';
import { CoreKeyChain } from '../../adapters/walletconnect/core-key-chain.js';
import { CoreRelay } from '../../adapters/walletconnect/core-relay.js';
import type { RelayWebSocketConstructor } from '../../adapters/walletconnect/relay-socket.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BROWSER, type Browser } from '../../application/ports/browser.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { JSON_RPC } from '../../application/ports/json-rpc.port.js';
import { KEY_CHAIN } from '../../application/ports/key-chain.port.js';
import { LOCKS } from '../../application/ports/locks.port.js';
import { LOGGER, type Logger } from '../../application/ports/logger.port.js';
import { RANDOM } from '../../application/ports/random.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { RELAY } from '../../application/ports/relay.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { SENT_TRANSACTIONS } from '../../application/send/send.tokens.js';
import { CLIENT_ID } from '../../application/shared/client-id.js';
import { OPTIONS, type OptionsStore } from '../../application/shared/options.store.js';
import { token } from '../../application/shared/token.js';
import { OriginChecker } from '../../application/wallet-protocol/engine/origin-checker.js';
import { MessageRelay } from '../../application/wallet-protocol/message-relay.js';
import { ProtocolClient } from '../../application/wallet-protocol/protocol-client.js';
import { raiseRelayAlerts } from '../../application/wallet-protocol/raise-relay-alerts.js';
import { SessionRepository } from '../../application/wallet-protocol/session-repository.js';
import { WalletLinkRepository } from '../../application/wallet-protocol/wallet-link.repository.js';
import { WalletLinkOpener } from '../../application/wallet-protocol/wallet-link-opener.js';
import { MESSAGE_RELAY, ONE_CLICK, PROTOCOL_CLIENT, PROTOCOL_ENGINE } from '../../application/wallet-protocol/wallet-protocol.tokens.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { FALLBACK_RELAY_URL, serviceUrlOf } from '../../domain/options/endpoints.js';
import { missingPermissionsOf } from '../../domain/wallet-protocol/missing-permissions.js';
import { requestedNamespaces } from '../../domain/wallet-protocol/requested-namespaces.js';
import { lazyAttestation } from '../lazy-attestation.js';
import { FEATURE_LOADER } from '../lazy-module.js';
import { pageWindow } from '../page-window.js';
import { defineDefaults } from '../wire.js';

/** Attests the origin of the page; `null` if no verify service is configured or there is no page. */
const PAGE_ORIGIN = token<{ readonly verifyUrl: string; readonly checker: OriginChecker } | null>('PageOrigin');
const WALLET_LINK_OPENER = token<WalletLinkOpener>('WalletLinkOpener');

/**
 * The engine of the wallet protocol with its relay. Resolving the relay throws `config/project-id-missing` for the default relay without
 * a project id.
 * @param webSocket replaces a missing global `WebSocket`
 * @param createOneClick creates sign-in while connecting, if the app uses sign-in
 */
export const walletProtocolModule = (
  webSocket: RelayWebSocketConstructor | undefined,
  createOneClick?: typeof import('../one-click.js').createOneClick,
): ContainerModule =>
  defineDefaults((wire) => {
    // Disposed of in this order: the client before its dependencies.
    wire(
      PROTOCOL_CLIENT,
      [
        OPTIONS,
        BROWSER,
        MESSAGE_RELAY,
        RECORD_STORE,
        CLOCK,
        RANDOM,
        LOGGER,
        WALLET_LINK_OPENER,
        PAGE_ORIGIN,
        FEATURE_LOADER,
        LOCKS,
        MODAL_STORE,
        ONE_CLICK,
      ],
      (options, browser, relay, records, clock, random, logger, links, origin, features, locks, modal, oneClick) => {
        warnOfMissingMetadata(options, browser, logger);
        raiseRelayAlerts(relay.status$, modal);
        const attest = origin?.checker.attest ?? null;
        const client = new ProtocolClient({
          ...{ relay, records, clock, random, logger, locks },
          oneClick: oneClick ?? undefined,
          // If the code cannot be loaded, the response is not acknowledged, so the relay delivers it again.
          onLateResponse: async ({ transaction, method }, outcome) => {
            const sent = await features.resolve('send', SENT_TRANSACTIONS);
            if (outcome.status === 'broadcast') sent.addLateBroadcast(transaction, outcome.hash);
            else sent.reportLateFailure(transaction, method, outcome.error);
          },
          ...(origin === null || attest === null ? {} : { origin: { verifyUrl: origin.verifyUrl, attest } }),
        });
        // The subscription ends when the client is disposed.
        links.subscribe({ requests$: client.requests$, obsolete$: client.empty$ });
        return client;
      },
      { dispose: (client) => client.dispose() },
    );
    wire(
      ONE_CLICK,
      [JSON_RPC, CONNECTION_STORE, CLOCK, LOGGER],
      (rpc, connections, clock, logger) => createOneClick?.({ rpc, connections, clock, logger }) ?? null,
    );
    wire(JSON_RPC, [CLOCK], (clock) => new HttpJsonRpc({ clock, ping: false }));
    wire(PROTOCOL_ENGINE, [PROTOCOL_CLIENT], (engine) => ({
      ...{ engine, requestedNamespaces, missingPermissionsOf },
      createSessionRepository: (deps) => new SessionRepository(deps),
    }));
    wire(
      PAGE_ORIGIN,
      [OPTIONS, CLOCK, RECORD_STORE],
      ({ current }, clock, records) => {
        const page = pageWindow();
        const verifyUrl = serviceUrlOf(current, 'verify');
        if (verifyUrl === null || page === undefined) return null;
        const attestation = lazyAttestation({ page, clock }, { server: verifyUrl, projectId: current.projectId, records });
        return { verifyUrl, checker: new OriginChecker({ verifyUrl, attestation, clock }) };
      },
      { dispose: (origin) => origin?.checker.dispose(new LatchkeyError('config/disposed', {})) },
    );
    wire(
      WALLET_LINK_OPENER,
      [BROWSER, CONNECTION_STORE, STORAGE],
      (browser, connections, storage) =>
        new WalletLinkOpener({
          browser,
          links: new WalletLinkRepository(storage),
          onPendingWallet: (pendingWallet) => connections.dispatch({ type: 'pairing-changed', pairing: { pendingWallet } }),
        }),
    );
    wire(MESSAGE_RELAY, [RELAY, KEY_CHAIN], (relay, keyChain) => new MessageRelay(relay, keyChain));
    wire(RANDOM, [], () => SYSTEM_RANDOM);
    wire(
      RELAY,
      [OPTIONS, RECORD_STORE, CLOCK, BROWSER, KEY_CHAIN],
      (options, store, clock, browser, keyChain) => {
        const { projectId, endpoints } = options.current;
        // The relay URL has a default, so it is never `null`.
        const relayUrls = [serviceUrlOf(options.current, 'relay'), endpoints.relay === undefined ? FALLBACK_RELAY_URL : null].filter(
          (url) => url !== null,
        );
        return new CoreRelay({ relayUrls, projectId, store, clock, browser, keyChain, webSocket });
      },
      { dispose: (relay) => relay.dispose() },
    );
    wire(KEY_CHAIN, [RECORD_STORE, CLIENT_ID], (store, clientId) => new CoreKeyChain({ store, onClientId: (id) => clientId.set(id) }));
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
 * Warns if the app has no name or URL, which wallets show to the user. They come from the page unless the app sets `metadata`; in Node and
 * on `file:` pages there is none. `metadata` of the app was validated by `createLatchkey`.
 */
const warnOfMissingMetadata = (options: OptionsStore, browser: Browser, logger: Logger): void => {
  const { name, url } = options.current.metadata ?? browser.pageMetadata();
  if (name !== '' && /^https?:/.test(url)) return;
  const fix = 'write { name, description, url, icons }: wallets show them, and there is no web page to read them from';
  const error = new LatchkeyError('config/invalid-option', { field: 'metadata', fix });
  // Logged as an error because lower levels do not reach the console by default.
  logger.error(error.message, error);
};
