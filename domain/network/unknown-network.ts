import { type ChainId, parseChainId } from '../caip/caip-2.js';
import type { Network } from './network.js';

/** Name of a network that the host did not configure. */
export const UNKNOWN_NETWORK_NAME = 'Unknown Network';

/** The stand-in for a chain that the host did not configure: it can be shown and left, nothing else. */
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
