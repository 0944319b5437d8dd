import { toChainId } from '../../../../domain/caip/caip-2.js';
import type { Network } from '../../../../domain/network/network.js';

/** The chain of the sandbox’s node, and another one. */
export const SANDBOX_CHAIN = '45454545454545454545454545454545';
export const POLKADOT_CHAIN = '91b171bb158e2d3848fa23a9f1c25182';

/** A Polkadot network with sockets on the given loopback ports. */
export const polkadotNetwork = (reference: string, ...ports: readonly number[]): Network => ({
  id: reference,
  name: `Chain ${reference.slice(0, 4)}`,
  chainNamespace: 'polkadot',
  caipNetworkId: toChainId(`polkadot:${reference}`),
  deprecatedCaipNetworkId: undefined,
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
  rpcUrls: {
    default: { http: ports.map((port) => `http://127.0.0.1:${port}`), webSocket: ports.map((port) => `ws://127.0.0.1:${port}`) },
    chainDefault: { http: [] },
  },
  blockExplorers: undefined,
  testnet: false,
  assets: { imageId: undefined, imageUrl: undefined },
  ...(reference === SANDBOX_CHAIN ? { ss58Prefix: 2 } : {}),
  unknown: false,
});
