import { isChainId, namespaceOf } from '../caip/caip-2.js';
import { findNetworkById } from './find-network.js';
import type { Network } from './network.js';
import { unknownNetwork } from './unknown-network.js';

/**
 * Returns the network that is active at start: the stored one if configured; a placeholder if only its namespace is configured; else the
 * app's default; else the first. The stored value may be invalid.
 */
export const initialNetwork = (
  networks: readonly [Network, ...Network[]],
  { stored, defaultNetwork }: { readonly stored: string | null; readonly defaultNetwork: Network | undefined },
): Network => {
  if (isChainId(stored)) {
    const namespace = namespaceOf(stored);
    const found = findNetworkById(networks, stored);
    if (found !== undefined) return found;
    if (networks.some(({ chainNamespace }) => chainNamespace === namespace)) return unknownNetwork(stored);
  }
  return (defaultNetwork && findNetworkById(networks, defaultNetwork.caipNetworkId)) ?? networks[0];
};
