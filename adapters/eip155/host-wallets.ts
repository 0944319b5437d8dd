import { AUTH_CONNECTOR_ID, INJECTED_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { DiscoveredWallet } from './discovered-wallet.js';
import { isEip1193Provider } from './eip1193.js';

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

const RESERVED: readonly string[] = [INJECTED_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID, AUTH_CONNECTOR_ID];

/**
 * Makes connectors of the host's providers.
 * @throws LatchkeyError `config/invalid-option`
 */
export const hostWallets = (providers: readonly HostProvider[]): readonly DiscoveredWallet[] => {
  const taken = new Set(RESERVED);
  return providers.map(({ id, name, provider, icon }, index) => {
    const invalid = (field: string, fix: string): LatchkeyError =>
      new LatchkeyError('config/invalid-option', { field: `eip155.providers[${index}].${field}`, fix });
    if (typeof id !== 'string' || id === '' || taken.has(id))
      throw invalid('id', `write an id that is not one of: ${[...taken].join(', ')}`);
    if (typeof name !== 'string' || sanitizeName(name) === '') throw invalid('name', 'write the name that the list of wallets shows');
    if (!isEip1193Provider(provider)) throw invalid('provider', 'give an EIP-1193 provider: an object with a request() method');
    taken.add(id);
    return {
      provider,
      connector: {
        id,
        namespace: 'eip155',
        type: 'EXTERNAL',
        name: sanitizeName(name),
        rdns: null,
        icon: icon === undefined ? null : safeIcon(icon),
        explorerId: null,
        suspicious: false,
      },
    };
  });
};
