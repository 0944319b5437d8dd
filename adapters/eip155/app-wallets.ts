import { appConnectors } from '../../domain/connection/app-connectors.js';
import type { DiscoveredWallet } from './eip-6963-discovery.js';
import { type Eip1193Provider, isEip1193Provider } from './eip1193.js';

/** An EIP-1193 provider supplied by the app. */
export interface AppProvider {
  /** Id of its connector: stable across reloads and unique among connectors. */
  readonly id: string;
  readonly name: string;
  /**
   * An EIP-1193 provider. The type of its `request` may narrow the methods, as viem's providers and clients do.
   * @see https://eips.ethereum.org/EIPS/eip-1193
   */
  readonly provider: { request(request: never): PromiseLike<unknown> };
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/**
 * Creates connectors for the app's providers.
 * @throws LatchkeyError `config/invalid-option`
 */
export const appWallets = (providers: readonly AppProvider[]): readonly DiscoveredWallet[] =>
  appConnectors(
    providers,
    {
      namespace: 'eip155',
      field: 'eip155.providers',
      rules: ({ provider }) => [['provider', isEip1193Provider(provider), 'pass an EIP-1193 provider: an object with a request() method']],
    },
    // Checked by the rule; the app's type may narrow the methods.
    ({ provider }, connector) => ({ provider: provider as Eip1193Provider, connector }),
  );
