import type { NetworkDefinition } from '../network.js';

/**
 * Bitcoin networks: the CAIP-2 reference is the start of the genesis block hash. They have no JSON-RPC URLs: balances come from the
 * `esplora` endpoint.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0122.mediawiki
 */

const BTC = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 };

/** Bitcoin. */
export const bitcoin: NetworkDefinition = {
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  nativeCurrency: BTC,
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space' } },
  assets: { imageId: '0b4838db-0161-4ffe-022d-532bf03dba00', imageUrl: undefined },
};

/** Bitcoin Testnet (testnet3). */
export const bitcoinTestnet: NetworkDefinition = {
  id: '000000000933ea01ad0ee984209779ba',
  name: 'Bitcoin Testnet',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  nativeCurrency: BTC,
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet' } },
  testnet: true,
  assets: { imageId: '39354064-d79b-420b-065d-f980c4b78200', imageUrl: undefined },
};
