import type { ChainId } from '../caip/caip-2.js';

/** Networks that Coinbase sells on, as it names them, by CAIP-2 id (specification, section 9). */
const NETWORKS: Readonly<Record<string, string>> = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
};

/** Names of all networks that Coinbase sells on. */
export const ONRAMP_NETWORKS: readonly string[] = Object.values(NETWORKS);

/** Coinbase's name of a network; `null` if it does not sell there. */
export const onrampNetworkOf = (chainId: ChainId): string | null => NETWORKS[chainId] ?? null;
