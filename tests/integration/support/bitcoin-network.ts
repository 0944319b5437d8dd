import { toChainId } from '../../../domain/caip/caip-2.js';
import { type BitcoinNetworkName, bitcoinChainId } from '../../../domain/network/bitcoin-network.js';
import type { Network } from '../../../domain/network/network.js';

/** A Bitcoin network with the given Esplora services. */
export const bitcoinTestNetwork = (name: BitcoinNetworkName, ...urls: readonly string[]): Network => {
  const caipNetworkId = toChainId(bitcoinChainId(name));
  return {
    id: caipNetworkId.slice('bip122:'.length),
    name: `Bitcoin ${name}`,
    chainNamespace: 'bip122',
    caipNetworkId,
    deprecatedCaipNetworkId: undefined,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: urls }, chainDefault: { http: urls } },
    blockExplorers: undefined,
    testnet: name !== 'main',
    assets: { imageId: undefined, imageUrl: undefined },
    unknown: false,
  };
};
