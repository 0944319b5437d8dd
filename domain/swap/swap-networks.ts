import type { ChainId } from '../caip/caip-2.js';

/** EIP-155 ids of the networks with swaps (specification, section 9). */
const SWAP_NETWORKS: readonly number[] = [1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554];

const SWAP_CHAINS: ReadonlySet<string> = new Set(SWAP_NETWORKS.map((id) => `eip155:${id}`));

/** Tests for a network on which tokens can be swapped. */
export const isSwapNetwork = (chainId: ChainId): boolean => SWAP_CHAINS.has(chainId);
