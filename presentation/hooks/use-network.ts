import type { Latchkey } from '../../application/latchkey.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { allNetworksOf, networkOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import { useObservable, type Watched } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

/** The current network and the networks to choose from. */
export interface NetworkChoice {
  /** The wallet's network while connected, else the selected one. Named `Unknown Network` if it is not configured. */
  readonly network: Network | undefined;
  /** Every configured network. */
  readonly networks: readonly Network[];
  /** True if the wallet is on a network that is not configured. */
  readonly isUnsupported: boolean;
  /** Chains that the wallet approved, `null` if it did not report any. */
  readonly approvedChainIds: readonly ChainId[] | null;
  readonly supportsAllNetworks: boolean;
}

const slice = (state: ConnectionState, namespace: Namespace = state.activeNamespace): Omit<NetworkChoice, 'networks'> => {
  const namespaceState = state.namespaces[namespace];
  const network = namespaceState && networkOf(namespaceState);
  return {
    network,
    isUnsupported: network?.unknown ?? false,
    approvedChainIds: namespaceState?.approvedChainIds ?? null,
    supportsAllNetworks: namespaceState?.supportsAllNetworks ?? true,
  };
};

const watch = (client: Latchkey, namespace: Namespace | undefined): Watched<NetworkChoice> => {
  const configured = client.options.current.networks;
  const ofNamespace = (network: Network): boolean => namespace === undefined || network.chainNamespace === namespace;
  return watchConnection(client, (state) => {
    const connected = allNetworksOf(state);
    // On the server and during hydration there is no state yet; the configured networks are known.
    return { ...slice(state, namespace), networks: (connected.length === 0 ? configured : connected).filter(ofNamespace) };
  });
};

/**
 * Returns the network of a namespace, the active one by default.
 * @example const { network, isUnsupported } = useNetwork();
 */
export const useNetwork = ({ namespace }: NamespaceInput = {}): NetworkChoice => useObservable('useNetwork', watch, namespace);
