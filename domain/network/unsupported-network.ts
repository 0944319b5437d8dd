import type { ChainId } from '../caip/caip-2.js';
import { findNetworkById } from './find-network.js';
import type { Network } from './network.js';

export interface UnsupportedNetworkFacts {
  readonly chainId: ChainId;
  /** Configured networks of the namespace. If empty, every network is supported. */
  readonly networks: readonly Network[];
  /** True if an account is connected on that network. */
  readonly connected: boolean;
  readonly allowUnsupportedChain: boolean;
  readonly enableNetworkSwitch: boolean;
}

/** Tests whether a network is configured. */
export const isSupportedNetwork = (networks: readonly Network[], chainId: ChainId): boolean =>
  networks.length === 0 || findNetworkById(networks, chainId) !== undefined;

/**
 * Tests whether to open the UnsupportedChain view: the connected account is on an unconfigured network, and the app neither allows that
 * nor disables network switching.
 */
export const shouldOpenUnsupportedChain = ({
  chainId,
  networks,
  connected,
  allowUnsupportedChain,
  enableNetworkSwitch,
}: UnsupportedNetworkFacts): boolean =>
  connected && enableNetworkSwitch && !allowUnsupportedChain && !isSupportedNetwork(networks, chainId);
