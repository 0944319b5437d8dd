import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTION_MEMORY } from '../../application/connect/connection-memory.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { KEY_CHAIN } from '../../application/ports/key-chain.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { RANDOM } from '../../application/ports/random.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { RELAY } from '../../application/ports/relay.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { loadPart } from '../../application/shared/load-part.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { RemoteWallets } from '../../application/wallet-protocol/remote-wallets.js';
import { shape } from '../../domain/options/schema-parts.js';
import { defineModule, type LatchkeyModule } from '../wire.js';

/**
 * Wallets elsewhere, on a phone or in another window, by WalletConnect: a QR code or a link. Needs the package
 * `@walletconnect/core`, which is loaded when a person picks such a wallet or a stored session is taken up, and a
 * `projectId`, or a relay of the host's own in `endpoints.relay`.
 * @throws LatchkeyError `config/invalid-option` for an option that does not exist
 * @example createLatchkey({ networks: [mainnet], projectId, modules: [eip155(), walletconnect()] })
 */
export const walletconnect = (options: WalletConnectOptions = {}): LatchkeyModule => {
  readOptions(options, 'walletconnect');
  return defineModule((wire) => {
    wire(RELAY, [], () => null);
    wire(KEY_CHAIN, [], () => null);
    wire(RANDOM, [], () => SYSTEM_RANDOM);
    wire(
      REMOTE_CONNECTOR,
      [
        CHAINS,
        CONNECTION_STORE,
        CONNECTION_MEMORY,
        OPTIONS,
        EVENT_BUS,
        BROWSER,
        CLOCK,
        LOGGER,
        STORAGE,
        RECORD_STORE,
        RELAY,
        KEY_CHAIN,
        RANDOM,
      ],
      (chains, connections, memory, options, events, browser, clock, logger, storage, records, relay, keyChain, random) => {
        const parts = { options, connections, browser, clock, logger, storage, records, relay, keyChain, random };
        const load = async () => {
          const { startProtocolClient } = await loadPart(
            'the wallet protocol',
            () => import('../start-protocol-client.js'),
            '@walletconnect/core',
          );
          return startProtocolClient(parts);
        };
        const isPending = (): boolean => storage.get(STORAGE_KEYS.pendingPairing) !== null;
        return new RemoteWallets({ load, chains, connections, memory, options, events, browser, clock, isPending });
      },
      { each: true, dispose: (remote) => remote.dispose() },
    );
  });
};

/** What a host can say about wallets elsewhere; nothing yet that the client's own options do not say. */
export type WalletConnectOptions = Readonly<Record<never, never>>;

const readOptions = shape({}, {});
