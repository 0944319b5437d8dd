import type { ContainerModule } from 'inversify';
import { map } from 'rxjs';
import type { AppProvider } from '../../adapters/eip155/app-wallets.js';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import { list, numberBetween, object, opaque, picklist, withDefault } from '../../domain/options/schema-builders.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** Options of {@link eip155}. */
export interface Eip155Options {
  /** EIP-1193 providers of the app itself: in Node, in tests, or of an embedded wallet. */
  readonly providers?: readonly AppProvider[];
  /** Ranks the RPC URLs of a network by their last 10 responses and reads from the best one instead of the first. Default false. */
  readonly rankEndpoints?: boolean;
  /** Number of blocks, including its own, after which a transaction is confirmed. Default 1. */
  readonly confirmations?: number;
}

/**
 * EVM chains: installed wallets (EIP-6963, then `window.ethereum`), signing, sending, balances, fees. Token balances, contract signatures
 * (ERC-1271) and names need the package `viem`, which is loaded on first use.
 * @throws LatchkeyError `config/invalid-option` for an unknown option, and (at the latest in `createLatchkey`) for an invalid provider
 * @example createLatchkey({ networks: [mainnet], modules: [eip155()] })
 */
export const eip155 = (options: Eip155Options = {}): ContainerModule => {
  const { providers, rankEndpoints, confirmations } = readOptions(options, 'eip155');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, OPTIONS],
      (clock, { options$ }) => {
        const enabledDiscovery$ = options$.pipe(
          map(({ enableEIP6963, enableInjected }) => ({ announced: enableEIP6963, injected: enableInjected })),
        );
        return new Eip155Chain({ clock, window: pageWindow(), providers, rankEndpoints, confirmations, walletFilter$: enabledDiscovery$ });
      },
      { dispose: (chain) => chain.dispose() },
    );
  });
};

/** Untyped callers may pass anything. The members of a provider are checked when its connector is created. */
const readOptions = object(
  {},
  {
    providers: withDefault(list(opaque<AppProvider>('an object with "id", "name" and "provider"')), []),
    rankEndpoints: withDefault(picklist(true, false), false),
    confirmations: withDefault(numberBetween(1, 64), 1),
  },
);
