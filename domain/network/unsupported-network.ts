import type { ChainId } from '../caip/caip-2.js';
import { findNetworkById } from './find-network.js';
import type { Network } from './network.js';

/** What decides whether a network asks for a switch. */
export interface UnsupportedNetworkFacts {
  readonly chainId: ChainId;
  /** The networks the host configured for the namespace. With none, every network is supported. */
  readonly requested: readonly Network[];
  /** Whether an account is connected on that network: without one there is nothing to move. */
  readonly connected: boolean;
  readonly allowUnsupportedChain: boolean;
  readonly enableNetworkSwitch: boolean;
}

/** Whether a network is among the configured ones. */
export const isSupportedNetwork = (requested: readonly Network[], chainId: ChainId): boolean =>
  requested.length === 0 || findNetworkById(requested, chainId) !== undefined;

/**
 * Whether the UnsupportedChain view opens: the connected account is on a network that the host did not configure, unless
 * the host allows that or has switched network switching off.
 */
export const opensUnsupportedChain = ({
  chainId,
  requested,
  connected,
  allowUnsupportedChain,
  enableNetworkSwitch,
}: UnsupportedNetworkFacts): boolean =>
  connected && enableNetworkSwitch && !allowUnsupportedChain && !isSupportedNetwork(requested, chainId);
