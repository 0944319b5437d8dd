import type { ContainerModule } from 'inversify';
import type { AppExtension } from '../../adapters/polkadot/app-extensions.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { LOCKS } from '../../application/ports/locks.port.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import type { Network } from '../../domain/network/network.js';
import { list, object, opaque, withDefault } from '../../domain/options/schema-builders.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** Options of {@link polkadot}. */
export interface PolkadotOptions {
  /** Extensions of the app itself: in Node, in tests, or of an embedded wallet. */
  readonly extensions?: readonly AppExtension[];
}

/**
 * Polkadot, Kusama and their parachains: installed extensions (`injectedWeb3`) and remote wallets (with `walletconnect()`), signing,
 * transfers of the native token, balances. Needs the package `@polkadot/api`, which is loaded on the first call to an RPC endpoint.
 * @throws LatchkeyError `config/invalid-option` for an unknown option, and (at the latest in `createLatchkey`) for an invalid extension
 * @example createLatchkey({ networks: [polkadotRelay], modules: [polkadot()] })
 */
export const polkadot = (options: PolkadotOptions = {}): ContainerModule => {
  const { extensions } = readOptions(options, 'polkadot');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, STORAGE, LOCKS, OPTIONS],
      (clock, storage, locks, options) => {
        const window = pageWindow();
        const originName = options.current.metadata?.name ?? window?.location.host ?? 'Latchkey';
        const appRpcUrls = ({ caipNetworkId: id }: Network): readonly string[] => {
          const { endpoints, customRpcUrls, universalProviderConfigOverride } = options.current;
          return [
            ...(customRpcUrls?.[id] ?? []).map(({ url }) => url),
            universalProviderConfigOverride?.rpcMap?.[id],
            endpoints.rpc?.[id],
            endpoints.polkadot,
          ].filter((url) => url !== undefined);
        };
        return new PolkadotChain({ clock, storage, locks, window, extensions, originName, appRpcUrls });
      },
      { dispose: (chain) => chain.dispose() },
    );
  });
};

/** Untyped callers may pass anything. The members of an extension are checked when its connector is created. */
const readOptions = object({}, { extensions: withDefault(list(opaque<AppExtension>('an object with "id", "name" and "provider"')), []) });
