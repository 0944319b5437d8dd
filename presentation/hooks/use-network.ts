import type { Latchkey } from '../../application/latchkey.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { allNetworksOf, networkOf } from '../../domain/connection/connection-views.js';
import type { Network } from '../../domain/network/network.js';
import { useObservable, type Watched } from './use-observable.js';
import { type NamespaceInput, watchConnection } from './watch-connection.js';

/** Where the account is, and where it can go. */
export interface NetworkChoice {
  /** The wallet's network while connected, else the chosen one; the stand-in `Unknown Network` for one that is not configured. */
  readonly network: Network | undefined;
  /** Every configured network. */
  readonly networks: readonly Network[];
  /** True when the wallet is on a network that is not configured. */
  readonly isUnsupported: boolean;
  /** What the wallet allows, `null` when it did not say. */
  readonly approvedChainIds: readonly ChainId[] | null;
  readonly supportsAllNetworks: boolean;
}

const slice = (state: ConnectionState, namespace: Namespace = state.activeNamespace): Omit<NetworkChoice, 'networks'> => {
  const own = state.namespaces[namespace];
  const network = own && networkOf(own);
  return {
    network,
    isUnsupported: network?.unknown ?? false,
    approvedChainIds: own?.approvedChainIds ?? null,
    supportsAllNetworks: own?.supportsAllNetworks ?? true,
  };
};

const watch = (client: Latchkey, namespace: Namespace | undefined): Watched<NetworkChoice> => {
  const configured = client.options.current.networks;
  const ofNamespace = (network: Network): boolean => namespace === undefined || network.chainNamespace === namespace;
  return watchConnection(client, (state) => {
    const connected = allNetworksOf(state);
    // Before the state is there (server, hydration) the host's networks are known all the same.
    return { ...slice(state, namespace), networks: (connected.length === 0 ? configured : connected).filter(ofNamespace) };
  });
};

/**
 * Follows the network of a namespace, the active one by default.
 * @example const { network, isUnsupported } = useNetwork();
 */
export const useNetwork = ({ namespace }: NamespaceInput = {}): NetworkChoice => useObservable('useNetwork', watch, namespace);
