import { isChainId } from '../../domain/caip/caip-2.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { allNetworksOf } from '../../domain/connection/connection-views.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import type { Network } from '../../domain/network/network.js';
import type { Chains } from '../ports/chain.port.js';

/**
 * Returns the configured network with this CAIP-2 id, or with this deprecated CAIP-2 id.
 * @throws LatchkeyError `caip/invalid-chain-id`, `network/client-not-set` if there is no chain adapter at all, `network/not-found`
 */
export const findNetwork = (chains: Chains, state: ConnectionState, chainId: string): Network => {
  const networks = allNetworksOf(state);
  if (chains.size === 0) throw new LatchkeyError('network/client-not-set', {});
  if (!isChainId(chainId)) throw new LatchkeyError('caip/invalid-chain-id', { value: chainId });
  const network = findNetworkById(networks, chainId);
  if (network === undefined) throw new LatchkeyError('network/not-found', { chainId });
  return network;
};
