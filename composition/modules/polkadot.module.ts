import type { ContainerModule } from 'inversify';
import type { HostExtension } from '../../adapters/polkadot/host-extensions.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { OPTIONS } from '../../application/shared/options.store.js';
import type { Network } from '../../domain/network/network.js';
import { list, opaque, or, shape } from '../../domain/options/schema-parts.js';
import { pageWindow } from '../page-window.js';
import { defineModule } from '../wire.js';

/** What a host can say about its Polkadot wallets. */
export interface PolkadotOptions {
  /** Extensions that the host brings itself: in Node, in tests, where it embeds a wallet. */
  readonly extensions?: readonly HostExtension[];
}

/**
 * Polkadot, Kusama and the chains around them: installed extensions (`injectedWeb3`) and wallets elsewhere, signing, transfers of the chain's own
 * coin, balances. Needs the package `@polkadot/api`, which is loaded when a node is read for the first time.
 * @throws LatchkeyError `config/invalid-option` for an option that does not exist, and (at the latest when the client is made) for an extension that is none
 * @example createLatchkey({ networks: [polkadotRelay], modules: [polkadot()] })
 */
export const polkadot = (options: PolkadotOptions = {}): ContainerModule => {
  const { extensions } = readOptions(options, 'polkadot');
  return defineModule((wire) => {
    wire(
      CHAIN,
      [CLOCK, OPTIONS],
      (clock, options) => {
        const window = pageWindow();
        const originName = options.current.metadata?.name ?? window?.location.host ?? 'Latchkey';
        const hostNodes = ({ caipNetworkId: id }: Network): readonly string[] => {
          const { endpoints, customRpcUrls } = options.current;
          return [...(customRpcUrls?.[id] ?? []).map(({ url }) => url), endpoints.rpc?.[id], endpoints.polkadot].filter(
            (url) => url !== undefined,
          );
        };
        return new PolkadotChain({ clock, window, extensions, originName, hostNodes });
      },
      { dispose: (chain) => chain.dispose() },
    );
  });
};

/** A page without types may pass anything. What an extension is made of is checked where it becomes a connector. */
const readOptions = shape({}, { extensions: or(list(opaque<HostExtension>('an object with "id", "name" and "provider"')), []) });
