import { hostConnectors } from '../../domain/connection/host-connectors.js';
import { isInjectedProvider } from './injected-extension.js';
import type { FoundExtension } from './polkadot-discovery.js';

/** An extension that the host brings: in Node, in tests, where it embeds a wallet. */
export interface HostExtension {
  /** Id of its connector: stable over reloads, and not one that another connector has. */
  readonly id: string;
  readonly name: string;
  /** What an extension puts into `window.injectedWeb3`. @see https://github.com/polkadot-js/extension#injected-interface */
  readonly provider: { enable(originName: string): PromiseLike<unknown> };
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/**
 * Makes connectors of the host's extensions.
 * @throws LatchkeyError `config/invalid-option`
 */
export const hostExtensions = (extensions: readonly HostExtension[]): readonly FoundExtension[] =>
  hostConnectors(
    extensions,
    {
      namespace: 'polkadot',
      field: 'polkadot.extensions',
      rules: ({ provider }) => [['provider', isInjectedProvider(provider), 'give an object with an enable() method, as extensions do']],
    },
    ({ provider }, connector) => ({ provider, connector }),
  );
