import type { ContainerModule } from 'inversify';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import type { StandardWallet } from '../../application/shared/standard-wallet.js';
import { list, opaque, or, shape } from '../../domain/options/schema-parts.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** What a host can say about its Solana wallets. */
export interface SolanaOptions {
  /** Wallets of the Wallet Standard that the host brings itself: in Node, in tests, where it embeds a wallet. */
  readonly wallets?: readonly StandardWallet[];
}

/**
 * Solana: installed wallets (Wallet Standard) and wallets elsewhere (with `walletconnect()`), signing, SOL and tokens,
 * balances, fees. Needs the package `@solana/web3.js`, which is loaded when a transfer is built for the first time.
 * @throws LatchkeyError `config/invalid-option` for an option that does not exist, and (at the latest when the client is made) for a wallet that is none
 * @example createLatchkey({ networks: [solanaMainnet], modules: [solana()] })
 */
export const solana = (options: SolanaOptions = {}): ContainerModule => {
  const { wallets } = readOptions(options, 'solana');
  return defineModule((wire) => {
    wire(CHAIN, [CLOCK], (clock) => new SolanaChain({ clock, window: pageWindow(), wallets }), {
      dispose: (chain) => chain.dispose(),
    });
  });
};

/** A page without types may pass anything. What a wallet is made of is checked where it becomes a connector. */
const readOptions = shape({}, { wallets: or(list(opaque<StandardWallet>('a wallet of the Wallet Standard')), []) });
