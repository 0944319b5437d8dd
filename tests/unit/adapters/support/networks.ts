import { formatChainId } from '../../../../domain/caip/caip-2.js';
import type { Network } from '../../../../domain/network/network.js';

/** Fields shared by all test networks with the given URLs. */
export const readFrom = (urls: readonly string[]) => ({
  rpcUrls: { default: { http: urls }, chainDefault: { http: ['https://rpc.example/'] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  testnet: false,
  assets: { imageId: undefined, imageUrl: undefined },
  unknown: false,
});

/** An EVM test network with the given URLs. */
export const testNetwork = (id: number, ...urls: readonly string[]): Network => ({
  id,
  name: `Chain ${id}`,
  chainNamespace: 'eip155',
  caipNetworkId: formatChainId('eip155', id),
  deprecatedCaipNetworkId: undefined,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...readFrom(urls),
});

/** Two checksummed addresses from EIP-55. */
export const ALICE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const BOB = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
