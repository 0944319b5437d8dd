import type { ChainId } from '../caip/caip-2.js';
import type { Network } from './network.js';

/** The network with this CAIP-2 id, or with this as its former one. */
export const findNetworkById = (networks: readonly Network[], chainId: ChainId): Network | undefined =>
  networks.find(({ caipNetworkId }) => caipNetworkId === chainId) ??
  networks.find(({ deprecatedCaipNetworkId }) => deprecatedCaipNetworkId === chainId);
