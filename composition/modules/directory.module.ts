import type { ContainerModule } from 'inversify';
import { HttpWalletDirectory } from '../../adapters/wallet-directory/http-wallet-directory.js';
import { CONNECTION_STORE } from '../../application/connect/connection.store.js';
import { CONNECTOR_EXCLUSION } from '../../application/connect/connector-exclusion.js';
import { DirectoryReader } from '../../application/directory/directory.reader.js';
import { DIRECTORY_READER, RECENT_WALLETS, WALLET_IMAGES, WALLET_LISTS } from '../../application/directory/directory.tokens.js';
import { ExcludeWallets } from '../../application/directory/exclude-wallets.use-case.js';
import { FindWallet } from '../../application/directory/find-wallet.use-case.js';
import { LoadMoreWallets } from '../../application/directory/load-more-wallets.use-case.js';
import { WalletImages } from '../../application/directory/wallet-images.js';
import { WalletListReader } from '../../application/directory/wallet-list.reader.js';
import { WatchImage } from '../../application/directory/watch-image.use-case.js';
import { WatchWalletImage } from '../../application/directory/watch-wallet-image.use-case.js';
import { WatchWalletSearch } from '../../application/directory/watch-wallet-search.use-case.js';
import { WatchWallets } from '../../application/directory/watch-wallets.use-case.js';
import { MODAL_STORE } from '../../application/modal/modal.store.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { WALLET_DIRECTORY } from '../../application/ports/wallet-directory.port.js';
import { EVENT_BUS } from '../../application/shared/event-bus.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { USE_CASES } from '../../application/use-cases.js';
import { defineDefaults, TRANSIENT } from '../wire.js';

/** The wallet directory. */
export const directoryModule = (): ContainerModule =>
  defineDefaults((wire) => {
    wire(WALLET_DIRECTORY, [OPTIONS, CLOCK], (options, clock) => new HttpWalletDirectory({ options, clock }), {
      dispose: (directory) => directory.dispose(),
    });
    wire(
      DIRECTORY_READER,
      [WALLET_DIRECTORY, CONNECTION_STORE, OPTIONS, MODAL_STORE],
      (directory, connections, options, modal) => new DirectoryReader(directory, connections, options, modal),
    );
    wire(WALLET_IMAGES, [WALLET_DIRECTORY, LOGGER], (directory, logger) => new WalletImages(directory, logger), {
      dispose: (images) => images.dispose(),
    });
    wire(
      WALLET_LISTS,
      [DIRECTORY_READER, WALLET_IMAGES, RECENT_WALLETS, USE_CASES.watchConnectors, CONNECTION_STORE, OPTIONS],
      (reader, pictures, recent, connectors, connections, options) =>
        new WalletListReader(reader, pictures, recent, connectors, connections, options),
    );
    wire(USE_CASES.watchWallets, [WALLET_LISTS], (lists) => new WatchWallets(lists), TRANSIENT);
    wire(USE_CASES.loadMoreWallets, [WALLET_LISTS], (lists) => new LoadMoreWallets(lists), TRANSIENT);
    wire(
      USE_CASES.watchWalletSearch,
      [DIRECTORY_READER, WALLET_IMAGES, RECENT_WALLETS, USE_CASES.watchConnectors, CLOCK, EVENT_BUS],
      (reader, pictures, recent, connectors, clock, events) => new WatchWalletSearch(reader, pictures, recent, connectors, clock, events),
      TRANSIENT,
    );
    wire(USE_CASES.findWallet, [DIRECTORY_READER, OPTIONS], (reader, options) => new FindWallet(reader, options), TRANSIENT);
    wire(
      USE_CASES.excludeWallets,
      [DIRECTORY_READER, CONNECTOR_EXCLUSION],
      (reader, exclusion) => new ExcludeWallets(reader, exclusion),
      TRANSIENT,
    );
    wire(USE_CASES.watchImage, [WALLET_IMAGES], (pictures) => new WatchImage(pictures), TRANSIENT);
    wire(USE_CASES.watchWalletImage, [WALLET_IMAGES], (pictures) => new WatchWalletImage(pictures), TRANSIENT);
  });
