import { type ChainId, parseChainId } from '../caip/caip-2.js';
import type { Network } from './network.js';

/** Display name of a network that the app did not configure. */
export const UNKNOWN_NETWORK_NAME = 'Unknown Network';

/** Placeholder for a chain that the app did not configure. It can only be displayed and switched away from. */
export const unknownNetwork = (chainId: ChainId): Network => {
  const { namespace, reference } = parseChainId(chainId);
  return {
    id: namespace === 'eip155' ? Number(reference) : reference,
    name: UNKNOWN_NETWORK_NAME,
    chainNamespace: namespace,
    caipNetworkId: chainId,
    deprecatedCaipNetworkId: undefined,
    nativeCurrency: { name: '', symbol: '', decimals: 0 },
    rpcUrls: { default: { http: [] }, chainDefault: { http: [] } },
    blockExplorers: undefined,
    testnet: false,
    assets: { imageId: undefined, imageUrl: undefined },
    unknown: true,
  };
};
