import { hostConnectors } from '../../domain/connection/host-connectors.js';
import type { DiscoveredWallet } from './eip-6963-discovery.js';
import { type Eip1193Provider, isEip1193Provider } from './eip1193.js';

/** A provider that the host brings. */
export interface HostProvider {
  /** Id of its connector: stable over reloads, and not one that another connector has. */
  readonly id: string;
  readonly name: string;
  /**
   * An EIP-1193 provider. Its `request` may name the methods it takes in its type, as viem's providers and clients do.
   * @see https://eips.ethereum.org/EIPS/eip-1193
   */
  readonly provider: { request(request: never): PromiseLike<unknown> };
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/**
 * Makes connectors of the host's providers.
 * @throws LatchkeyError `config/invalid-option`
 */
export const hostWallets = (providers: readonly HostProvider[]): readonly DiscoveredWallet[] =>
  hostConnectors(
    providers,
    {
      namespace: 'eip155',
      field: 'eip155.providers',
      rules: ({ provider }) => [['provider', isEip1193Provider(provider), 'give an EIP-1193 provider: an object with a request() method']],
    },
    // Checked by the rule; a host's type may name the methods that it takes.
    ({ provider }, connector) => ({ provider: provider as Eip1193Provider, connector }),
  );
