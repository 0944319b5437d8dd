import { formatChainId } from '../../../../domain/caip/caip-2.js';
import type { Network } from '../../../../domain/network/network.js';
import { readFrom } from './networks.js';

/** CAIP-2 references. @see https://namespaces.chainagnostic.org/solana/caip2 */
export const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
export const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
export const LOCALNET = 'AbCdEfGhJkLmNpQrStUvWxYz12345678';

const DEPRECATED: Readonly<Record<string, string>> = {
  [MAINNET]: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  [DEVNET]: '8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
};

/** A Solana network with the given URLs. */
export const solanaNetwork = (reference: string, ...urls: readonly string[]): Network => {
  const deprecated = DEPRECATED[reference];
  return {
    id: reference,
    name: `Solana ${reference}`,
    chainNamespace: 'solana',
    caipNetworkId: formatChainId('solana', reference),
    deprecatedCaipNetworkId: deprecated === undefined ? undefined : formatChainId('solana', deprecated),
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    ...readFrom(urls),
  };
};
