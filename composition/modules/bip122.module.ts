import type { ContainerModule } from 'inversify';
import { Bip122Chain } from '../../adapters/bip122/bip122-chain.js';
import type { HostBitcoinWallet } from '../../adapters/bip122/host-wallets.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { isChainId } from '../../domain/caip/caip-2.js';
import { bitcoinEsplora } from '../../domain/network/bitcoin-esplora.js';
import { between, filled, list, opaque, or, shape, table, text } from '../../domain/options/schema-parts.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** What a host can say about Bitcoin. */
export interface Bip122Options {
  /** Wallets that the host brings itself: in tests, where it embeds one. */
  readonly providers?: readonly HostBitcoinWallet[];
  /**
   * Esplora services by CAIP-2 id, in order of preference; then come the addresses of the network itself and
   * `endpoints.esplora`. Default: mempool.space where none of these is set.
   */
  readonly esplora?: Readonly<Record<string, readonly string[]>>;
  /** How many blocks make a transaction settled. Default 1. */
  readonly confirmations?: number;
}

/**
 * Bitcoin: installed wallets (Wallet Standard, WBIP004, UniSat, OKX, Leather, Xverse), signing, sending, balances. Needs the
 * package `bitcoinjs-lib`, which is loaded when a transaction is built or a signature verified for the first time.
 * @throws LatchkeyError `config/invalid-option` for an option that does not exist, and (at the latest when the client is made) for a wallet that is none
 * @example createLatchkey({ networks: [bitcoin], modules: [bip122()] })
 */
export const bip122 = (options: Bip122Options = {}): ContainerModule => {
  const { providers, esplora, confirmations } = readOptions(options, 'bip122');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, OPTIONS],
      (clock, options) =>
        new Bip122Chain({
          clock,
          window: pageWindow(),
          providers,
          esplora: (network) =>
            bitcoinEsplora(network, { own: esplora[network.caipNetworkId], endpoint: options.current.endpoints.esplora }),
          confirmations,
        }),
      { dispose: (chain) => chain.dispose() },
    );
  });
};

/** A page without types may pass anything. What a wallet is made of is checked where it becomes a connector. */
const readOptions = shape(
  {},
  {
    providers: or(list(opaque<HostBitcoinWallet>('an object with "id", "name", "provider" and "dialect"')), []),
    esplora: filled(table(text({ test: isChainId }, 'a CAIP-2 chain id'), list(text(/^https?:\/\/\S+$/, 'an http(s) address')))),
    confirmations: or(between(1, 100), 1),
  },
);
