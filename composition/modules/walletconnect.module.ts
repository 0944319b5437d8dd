import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_MEMORY } from '../../application/connect/connection-memory.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { KEY_CHAIN } from '../../application/ports/key-chain.port.js';
import { RANDOM } from '../../application/ports/random.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { RELAY } from '../../application/ports/relay.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { RemoteWallets } from '../../application/wallet-protocol/remote-wallets.js';
import { MESSAGE_RELAY, PROTOCOL_CLIENT, PROTOCOL_ENGINE } from '../../application/wallet-protocol/wallet-protocol.tokens.js';
import { shape } from '../../domain/options/schema-parts.js';
import { FEATURE, FEATURE_LOADER } from '../lazy-module.js';
import { webSocketOfNode } from '../web-socket-of-node.js';
import { defineModule } from '../wire.js';

/**
 * Wallets elsewhere, on a phone or in another window, by WalletConnect: a QR code or a link. Needs the package
 * `@walletconnect/core`, which is loaded when a person picks such a wallet or a stored session is taken up, and a
 * `projectId`, or a relay of the host's own in `endpoints.relay`.
 * @throws LatchkeyError `config/invalid-option` for an option that does not exist
 * @example createLatchkey({ networks: [mainnet], projectId, modules: [eip155(), walletconnect()] })
 */
export const walletconnect = (options: WalletConnectOptions = {}): ContainerModule => {
  readOptions(options, 'walletconnect');
  return defineModule((wire) => {
    wire(FEATURE, [], () => ({
      name: 'wallet-protocol',
      label: 'the wallet protocol',
      dependency: '@walletconnect/core',
      tokens: [RELAY, KEY_CHAIN, RECORD_STORE, RANDOM, MESSAGE_RELAY, PROTOCOL_CLIENT, PROTOCOL_ENGINE],
      load: async () => {
        const [{ walletProtocolModule }, webSocket] = await Promise.all([import('./wallet-protocol.module.js'), webSocketOfNode()]);
        return walletProtocolModule(webSocket);
      },
    }));
    wire(
      REMOTE_CONNECTOR,
      [FEATURE_LOADER, CHAINS, CONNECTION_STORE, CONNECTION_MEMORY, OPTIONS, EVENT_BUS, BROWSER, CLOCK, STORAGE],
      (features, chains, connections, memory, options, events, browser, clock, storage) =>
        new RemoteWallets({
          ...{ chains, connections, memory, options, events, browser, clock },
          load: () => features.resolve('wallet-protocol', PROTOCOL_ENGINE),
          isPending: () => storage.get(STORAGE_KEYS.pendingPairing) !== null,
        }),
      { dispose: (remote) => remote.dispose() },
    );
  });
};

/** What a host can say about wallets elsewhere; nothing yet that the client's own options do not say. */
export type WalletConnectOptions = Readonly<Record<never, never>>;

const readOptions = shape({}, {});
