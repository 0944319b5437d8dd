import type { ContainerModule } from 'inversify';
import type { AppBitcoinWallet } from '../../adapters/bip122/app-wallets.js';
import { Bip122Chain } from '../../adapters/bip122/bip122-chain.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOCKS } from '../../application/ports/locks.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { isChainId } from '../../domain/caip/caip-2.js';
import { esploraUrls } from '../../domain/network/bitcoin-esplora.js';
import { list, numberBetween, object, opaque, record, text, withDefault, withEmptyDefault } from '../../domain/options/schema-builders.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** Options of {@link bip122}. */
export interface Bip122Options {
  /** Wallets of the app itself, such as an embedded wallet or a test wallet. */
  readonly providers?: readonly AppBitcoinWallet[];
  /**
   * URLs of Esplora services by CAIP-2 id, in order of preference. The URLs of the network and `endpoints.esplora` come after them.
   * Default: mempool.space if none of these is set.
   */
  readonly esplora?: Readonly<Record<string, readonly string[]>>;
  /** Number of blocks after which a transaction is confirmed. Default 1. */
  readonly confirmations?: number;
}

/**
 * Bitcoin: installed wallets (Wallet Standard, WBIP004, UniSat, OKX, Leather, Xverse), signing, sending, balances. Needs the
 * package `bitcoinjs-lib`, which is loaded when a transaction is built or a signature verified for the first time.
 * @throws LatchkeyError `config/invalid-option` for an unknown option, and (at the latest in `createLatchkey`) for an invalid wallet
 * @example createLatchkey({ networks: [bitcoin], modules: [bip122()] })
 */
export const bip122 = (options: Bip122Options = {}): ContainerModule => {
  const { providers, esplora, confirmations } = readOptions(options, 'bip122');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, STORAGE, LOCKS, OPTIONS],
      (clock, storage, locks, options) =>
        new Bip122Chain({
          clock,
          storage,
          locks,
          window: pageWindow(),
          providers,
          esplora: (network) => esploraUrls(network, { urls: esplora[network.caipNetworkId], endpoint: options.current.endpoints.esplora }),
          confirmations,
        }),
      { dispose: (chain) => chain.dispose() },
    );
  });
};

/** Untyped callers may pass anything. The members of a wallet are checked when its connector is created. */
const readOptions = object(
  {},
  {
    providers: withDefault(list(opaque<AppBitcoinWallet>('an object with "id", "name", "provider" and "dialect"')), []),
    esplora: withEmptyDefault(record(text({ test: isChainId }, 'a CAIP-2 chain id'), list(text(/^https?:\/\/\S+$/, 'an http(s) address')))),
    confirmations: withDefault(numberBetween(1, 100), 1),
  },
);
