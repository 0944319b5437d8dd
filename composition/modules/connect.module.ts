import type { ContainerModule } from 'inversify';
import { WatchAccount } from '../../application/account/watch-account.use-case.js';
import { CONNECT_SIGN_IN } from '../../application/connect/connect-sign-in.js';
import { ConnectWallet } from '../../application/connect/connect-wallet.use-case.js';
import { CONNECTION_STORE, ConnectionStore } from '../../application/connect/connection.store.js';
import { CONNECTION_REPOSITORY, ConnectionRepository } from '../../application/connect/connection-repository.js';
import { CONNECTOR_EXCLUSION, ConnectorExclusion } from '../../application/connect/connector-exclusion.js';
import { DisconnectWallet } from '../../application/connect/disconnect-wallet.use-case.js';
import { followOtherTabs } from '../../application/connect/follow-other-tabs.js';
import { initialConnection } from '../../application/connect/initial-connection.js';
import { ReconnectWallets } from '../../application/connect/reconnect-wallets.use-case.js';
import { REMOTE_CONNECTOR } from '../../application/connect/remote-connector.js';
import { WatchConnection } from '../../application/connect/watch-connection.use-case.js';
import { WatchConnectors } from '../../application/connect/watch-connectors.use-case.js';
import { SwitchNetwork } from '../../application/network/switch-network.use-case.js';
import { CHAIN, CHAINS } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { CHAIN_DECORATOR, CHAIN_REGISTRY, ChainRegistry } from '../../application/shared/chain-registry.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { ON_START } from '../../application/shared/on-start.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { FollowWalletLink } from '../../application/wallet-protocol/follow-wallet-link.use-case.js';
import { defineDefaults, many, TRANSIENT } from '../wire.js';

/** The connection store, its repository and the use cases of connecting. */
export const connectModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(CHAIN_REGISTRY, [many(CHAIN), many(CHAIN_DECORATOR)], (chains, decorators) => new ChainRegistry(chains, decorators));
    wire(CHAINS, [CHAIN_REGISTRY], (chains) => chains);
    wire(CONNECTION_REPOSITORY, [STORAGE], (storage) => new ConnectionRepository(storage));
    wire(
      CONNECTION_STORE,
      [OPTIONS, CONNECTION_REPOSITORY],
      (options, repository) =>
        new ConnectionStore(initialConnection(options.current, repository), (namespace) => ({
          choice: repository.accountChoiceOf(namespace),
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
      [CHAINS, CONNECTION_STORE, CONNECTION_REPOSITORY, EVENT_BUS, USE_CASES.reconnectWallets, many(REMOTE_CONNECTOR), CONNECT_SIGN_IN],
      (chains, connections, repository, events, reconnect, remotes, signIn) =>
        new ConnectWallet({ chains, connections, repository, events, reconnect, remotes, signIn }),
      TRANSIENT,
    );
    wire(
      USE_CASES.followWalletLink,
      [CONNECTION_STORE, EVENT_BUS, STORAGE],
      (connections, events, storage) => new FollowWalletLink(connections, events, storage),
      TRANSIENT,
    );
    wire(
      USE_CASES.reconnectWallets,
      [CHAINS, CONNECTION_STORE, CONNECTION_REPOSITORY, CLOCK, LOGGER, many(REMOTE_CONNECTOR)],
      (chains, connections, repository, clock, logger, remotes) =>
        new ReconnectWallets(chains, connections, repository, clock, logger, remotes),
      TRANSIENT,
    );
    wire(
      USE_CASES.disconnectWallet,
      [CONNECTION_STORE, CONNECTION_REPOSITORY, EVENT_BUS, CLOCK, LOGGER],
      (connections, repository, events, clock, logger) => new DisconnectWallet(connections, repository, events, clock, logger),
      TRANSIENT,
    );
    wire(
      ON_START,
      [CONNECTION_STORE, CONNECTION_REPOSITORY, USE_CASES.reconnectWallets],
      (connections, repository, reconnect) => () => followOtherTabs(connections, repository, reconnect),
    );
    wire(USE_CASES.watchAccount, [CONNECTION_STORE], (connections) => new WatchAccount(connections), TRANSIENT);
    wire(
      USE_CASES.switchNetwork,
      [CHAINS, CONNECTION_STORE, EVENT_BUS],
      (chains, connections, events) => new SwitchNetwork(chains, connections, events),
      TRANSIENT,
    );
    wire(USE_CASES.watchConnection, [CONNECTION_STORE], (connections) => new WatchConnection(connections), TRANSIENT);
  });
