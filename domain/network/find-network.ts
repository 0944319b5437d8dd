import type { ChainId } from '../caip/caip-2.js';
import type { Network } from './network.js';

/** Finds a network by its current or former CAIP-2 id. */
export const findNetworkById = (networks: readonly Network[], chainId: ChainId): Network | undefined =>
  networks.find(({ caipNetworkId }) => caipNetworkId === chainId) ??
  networks.find(({ deprecatedCaipNetworkId }) => deprecatedCaipNetworkId === chainId);
