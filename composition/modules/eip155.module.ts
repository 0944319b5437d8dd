import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import type { HostProvider } from '../../adapters/eip155/host-wallets.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { pageWindow } from '../page-window.js';
import { defineModule, type LatchkeyModule } from '../wire.js';

/** What a host can say about its EVM wallets. */
export interface Eip155Options {
  /** EIP-1193 providers that the host brings itself: in Node, in tests, where it embeds a wallet. */
  readonly providers?: readonly HostProvider[];
}

/**
 * EVM chains: installed wallets (EIP-6963, then `window.ethereum`), signing, sending, balances. Needs the package `viem`,
 * which is loaded when a node is read for the first time.
 * @throws LatchkeyError `config/invalid-option` for a provider that is none
 * @example createLatchkey({ networks: [mainnet], modules: [eip155()] })
 */
export const eip155 = ({ providers = [] }: Eip155Options = {}): LatchkeyModule =>
  defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, OPTIONS],
      (clock, { current: { enableEIP6963, enableInjected } }) =>
        new Eip155Chain({ clock, window: pageWindow(), providers, enableEip6963: enableEIP6963, enableInjected }),
      { each: true, dispose: (chain) => chain.dispose() },
    );
  });
