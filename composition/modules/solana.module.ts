import type { ContainerModule } from 'inversify';
import { SolanaChain } from '../../adapters/solana/solana-chain.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOCKS } from '../../application/ports/locks.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import type { StandardWallet } from '../../application/shared/standard-wallet.js';
import { list, object, opaque, withDefault } from '../../domain/options/schema-builders.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** Options of {@link solana}. */
export interface SolanaOptions {
  /** Wallet Standard wallets of the app itself: in Node, in tests, or an embedded wallet. */
  readonly wallets?: readonly StandardWallet[];
}

/**
 * Solana: installed wallets (Wallet Standard) and remote wallets (with `walletconnect()`), signing, SOL and token transfers,
 * balances, fees. Needs the package `@solana/web3.js`, which is loaded when a transfer is built for the first time.
 * @throws LatchkeyError `config/invalid-option` for an unknown option, and (at the latest in `createLatchkey`) for an invalid wallet
 * @example createLatchkey({ networks: [solanaMainnet], modules: [solana()] })
 */
export const solana = (options: SolanaOptions = {}): ContainerModule => {
  const { wallets } = readOptions(options, 'solana');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, STORAGE, LOCKS],
      (clock, storage, locks) => new SolanaChain({ clock, storage, locks, window: pageWindow(), wallets }),
      {
        dispose: (chain) => chain.dispose(),
      },
    );
  });
};

/** Untyped callers may pass anything. The members of a wallet are checked when its connector is created. */
const readOptions = object({}, { wallets: withDefault(list(opaque<StandardWallet>('a wallet of the Wallet Standard')), []) });
