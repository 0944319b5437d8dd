import type { ContainerModule } from 'inversify';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_REPOSITORY } from '../../application/connect/connection-repository.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { JSON_RPC } from '../../application/ports/json-rpc.port.js';
import { KEY_CHAIN } from '../../application/ports/key-chain.port.js';
import { RANDOM } from '../../application/ports/random.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { RELAY } from '../../application/ports/relay.port.js';
import { SIGN_IN_SERVICE } from '../../application/ports/sign-in.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { RemoteWallets } from '../../application/wallet-protocol/remote-wallets.js';
import {
  MESSAGE_RELAY,
  ONE_CLICK,
  PROTOCOL_CLIENT,
  PROTOCOL_ENGINE,
  UNIVERSAL_PROVIDER,
} from '../../application/wallet-protocol/wallet-protocol.tokens.js';
import { object } from '../../domain/options/schema-builders.js';
import { FEATURE, FEATURE_LOADER } from '../lazy-module.js';
import { nodeWebSocket } from '../node-web-socket.js';
import { defineModule } from '../wire.js';

/**
 * Remote wallets, such as mobile wallets, over WalletConnect, paired by QR code or link. Needs a `projectId`, or another relay in
 * `endpoints.relay`, and the package `@walletconnect/core`, which is loaded when the user picks a remote wallet or a stored session is
 * restored. With the option `universalProvider` that provider connects them, and nothing else is loaded.
 * @throws LatchkeyError `config/invalid-option` for an unknown option
 * @example createLatchkey({ networks: [mainnet], projectId, modules: [eip155(), walletconnect()] })
 */
export const walletconnect = (options: WalletConnectOptions = {}): ContainerModule => {
  readOptions(options, 'walletconnect');
  return defineModule((wire) => {
    wire(FEATURE, [SIGN_IN_SERVICE], (signIn) => ({
      name: 'wallet-protocol',
      label: 'WalletConnect',
      dependency: '@walletconnect/core',
      tokens: [RELAY, KEY_CHAIN, RECORD_STORE, RANDOM, JSON_RPC, MESSAGE_RELAY, ONE_CLICK, PROTOCOL_CLIENT, PROTOCOL_ENGINE],
      load: async () => {
        const [{ walletProtocolModule }, oneClick, webSocket] = await Promise.all([
          import('./wallet-protocol.module.js'),
          signIn === null ? undefined : import('../one-click.js'),
          nodeWebSocket(),
        ]);
        return walletProtocolModule(webSocket, oneClick?.createOneClick);
      },
    }));
    wire(FEATURE, [], () => ({
      name: 'universal-provider',
      label: 'WalletConnect',
      needs: ['wallet-protocol'],
      tokens: [UNIVERSAL_PROVIDER],
      load: async () => (await import('./universal-provider.module.js')).universalProviderModule,
    }));
    wire(
      REMOTE_CONNECTOR,
      [
        FEATURE_LOADER,
        CHAINS,
        CONNECTION_STORE,
        CONNECTION_REPOSITORY,
        OPTIONS,
        EVENT_BUS,
        BROWSER,
        CLOCK,
        STORAGE,
        MODAL_STORE,
        SIGN_IN_SERVICE,
      ],
      (features, chains, connections, repository, options, events, browser, clock, storage, modal, signIn) =>
        new RemoteWallets({
          ...{ chains, connections, repository, options, events, browser, clock, signIn },
          load: async () => {
            const { universalProvider } = options.current;
            if (universalProvider === undefined) return features.resolve('wallet-protocol', PROTOCOL_ENGINE);
            const { providerEngine } = await loadChunk('WalletConnect', () => import('../provider-engine.js'));
            return providerEngine(universalProvider, clock, modal);
          },
          hasPendingPairing: () => storage.get(STORAGE_KEYS.pendingPairing) !== null,
        }),
      { dispose: (remote) => remote.dispose() },
    );
  });
};

/** Options of {@link walletconnect}. There are none yet. */

export type WalletConnectOptions = Readonly<Record<never, never>>;

const readOptions = object({}, {});
