import { appConnectors } from '../../domain/connection/app-connectors.js';
import { isInjectedProvider } from './injected-extension.js';
import type { DiscoveredExtension } from './polkadot-discovery.js';

/** An extension supplied by the app: in Node, in tests, or when the app embeds a wallet. */
export interface AppExtension {
  /** Id of its connector: stable across reloads and unique among connectors. */
  readonly id: string;
  readonly name: string;
  /** An entry as in `window.injectedWeb3`. @see https://github.com/polkadot-js/extension#injected-interface */
  readonly provider: { enable(originName: string): PromiseLike<unknown> };
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/**
 * Creates connectors for the app's extensions.
 * @throws LatchkeyError `config/invalid-option`
 */
export const appExtensions = (extensions: readonly AppExtension[]): readonly DiscoveredExtension[] =>
  appConnectors(
    extensions,
    {
      namespace: 'polkadot',
      field: 'polkadot.extensions',
      rules: ({ provider }) => [['provider', isInjectedProvider(provider), 'pass an object with an enable() method']],
    },
    ({ provider }, connector) => ({ provider, connector }),
  );
