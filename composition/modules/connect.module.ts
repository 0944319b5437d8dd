import { ConnectWallet } from '../../application/connect/connect-wallet.use-case.js';
import { CONNECTION_STORE, ConnectionStore } from '../../application/connect/connection.store.js';
import { CONNECTION_MEMORY, ConnectionMemory } from '../../application/connect/connection-memory.js';
import { CONNECTOR_EXCLUSION, ConnectorExclusion } from '../../application/connect/connector-exclusion.js';
import { DisconnectWallet } from '../../application/connect/disconnect-wallet.use-case.js';
import { initialConnection } from '../../application/connect/initial-connection.js';
import { ReconnectWallets } from '../../application/connect/reconnect-wallets.use-case.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { WatchConnection } from '../../application/connect/watch-connection.use-case.js';
import { WatchConnectors } from '../../application/connect/watch-connectors.use-case.js';
import { CHAIN, CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { CHAIN_DECORATOR, CHAIN_REGISTRY, ChainRegistry } from '../../application/shared/chain-registry.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { FollowWalletLink } from '../../application/wallet-protocol/follow-wallet-link.use-case.js';
import { lazyUseCase } from '../lazy-use-case.js';
import { defineModule, type LatchkeyModule, many, TRANSIENT } from '../wire.js';

/** Who is connected to what: the store, its memory and the use cases of connecting. */
export const connectModule = (): LatchkeyModule =>
  defineModule((wire) => {
    wire(CHAIN_DECORATOR, [], () => (chain) => chain);
    wire(CHAIN_REGISTRY, [many(CHAIN), CHAIN_DECORATOR], (chains, decorate) => new ChainRegistry(chains, decorate));
    wire(CHAINS, [CHAIN_REGISTRY], (chains) => chains);
    wire(CONNECTION_MEMORY, [STORAGE], (storage) => new ConnectionMemory(storage));
    wire(
      CONNECTION_STORE,
      [OPTIONS, CONNECTION_MEMORY],
      (options, memory) =>
        new ConnectionStore(initialConnection(options.current, memory), (namespace) => ({
          choice: memory.choiceOf(namespace),
          type: options.current.defaultAccountTypes[namespace],
        })),
      { dispose: (connections) => connections.dispose() },
    );
    wire(CONNECTOR_EXCLUSION, [], () => new ConnectorExclusion(), { dispose: (exclusion) => exclusion.complete() });
    wire(
      USE_CASES.watchConnectors,
      [CHAINS, CONNECTION_STORE, OPTIONS, CONNECTOR_EXCLUSION, many(REMOTE_CONNECTOR)],
      (chains, connections, options, exclusion, remotes) => new WatchConnectors(chains, connections, options, exclusion, remotes),
      TRANSIENT,
    );
    wire(
      USE_CASES.connectWallet,
      [CHAINS, CONNECTION_STORE, CONNECTION_MEMORY, EVENT_BUS, USE_CASES.reconnectWallets, many(REMOTE_CONNECTOR)],
      (chains, connections, memory, events, reconnect, remotes) =>
        new ConnectWallet({ chains, connections, memory, events, reconnect, remotes }),
      TRANSIENT,
    );
    // Here, so that a host's own takes its place wherever it stands among the modules.
    wire(RECORD_STORE, [], () => null);
    wire(
      USE_CASES.pairWallet,
      [USE_CASES.connectWallet, CONNECTION_STORE, STORAGE, many(REMOTE_CONNECTOR)],
      (connect, connections, storage, remotes) =>
        lazyUseCase('pairing', 'working', async () => {
          const { PairWallet } = await import('../../application/wallet-protocol/pair-wallet.use-case.js');
          return new PairWallet({ connect, connections, storage, remotes });
        }),
      TRANSIENT,
    );
    wire(
      USE_CASES.followWalletLink,
      [CONNECTION_STORE, EVENT_BUS, STORAGE],
      (connections, events, storage) => new FollowWalletLink(connections, events, storage),
      TRANSIENT,
    );
    wire(
      USE_CASES.takeUpPairing,
      [USE_CASES.pairWallet, STORAGE, CLOCK],
      (pair, storage, clock) =>
        lazyUseCase('pairing', 'working', async () => {
          const { TakeUpPairing } = await import('../../application/wallet-protocol/take-up-pairing.use-case.js');
          return new TakeUpPairing(pair, storage, clock);
        }),
      TRANSIENT,
    );
    wire(
      USE_CASES.reconnectWallets,
      [CHAINS, CONNECTION_STORE, CONNECTION_MEMORY, CLOCK, LOGGER, many(REMOTE_CONNECTOR)],
      (chains, connections, memory, clock, logger, remotes) => new ReconnectWallets(chains, connections, memory, clock, logger, remotes),
      TRANSIENT,
    );
    wire(
      USE_CASES.disconnectWallet,
      [CONNECTION_STORE, CONNECTION_MEMORY, EVENT_BUS, CLOCK, LOGGER],
      (connections, memory, events, clock, logger) => new DisconnectWallet(connections, memory, events, clock, logger),
      TRANSIENT,
    );
    wire(USE_CASES.watchConnection, [CONNECTION_STORE], (connections) => new WatchConnection(connections), TRANSIENT);
  });
