import type { ContainerModule } from 'inversify';
import { map } from 'rxjs';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import type { HostProvider } from '../../adapters/eip155/host-wallets.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { between, list, oneOf, opaque, or, shape } from '../../domain/options/schema-parts.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** What a host can say about its EVM wallets. */
export interface Eip155Options {
  /** EIP-1193 providers that the host brings itself: in Node, in tests, where it embeds a wallet. */
  readonly providers?: readonly HostProvider[];
  /** Reads from the URL of a network that answers best, by its last 10 answers, instead of the first one. Default false. */
  readonly rankEndpoints?: boolean;
  /** How many blocks, its own included, make a transaction confirmed. Default 1. */
  readonly confirmations?: number;
}

/**
 * EVM chains: installed wallets (EIP-6963, then `window.ethereum`), signing, sending, balances, fees. Balances of tokens,
 * signatures of contracts and names need the package `viem`, which is loaded with the first of them.
 * @throws LatchkeyError `config/invalid-option` for an option that does not exist, and (at the latest when the client is made) for a provider that is none
 * @example createLatchkey({ networks: [mainnet], modules: [eip155()] })
 */
export const eip155 = (options: Eip155Options = {}): ContainerModule => {
  const { providers, rankEndpoints, confirmations } = readOptions(options, 'eip155');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, OPTIONS],
      (clock, { options$ }) => {
        const wanted$ = options$.pipe(map(({ enableEIP6963, enableInjected }) => ({ announced: enableEIP6963, injected: enableInjected })));
        return new Eip155Chain({ clock, window: pageWindow(), providers, rankEndpoints, confirmations, wanted$ });
      },
      { dispose: (chain) => chain.dispose() },
    );
  });
};

/** A page without types may pass anything. What a provider is made of is checked where it becomes a connector. */
const readOptions = shape(
  {},
  {
    providers: or(list(opaque<HostProvider>('an object with "id", "name" and "provider"')), []),
    rankEndpoints: or(oneOf(true, false), false),
    confirmations: or(between(1, 64), 1),
  },
);
