import type { ChainId } from '../caip/caip-2.js';
import type { Network } from './network.js';

/** What the connected wallet of a network's namespace allows. */
export interface NetworkAccess {
  readonly connected: boolean;
  /** False when the wallet allows only what it named. */
  readonly supportsAllNetworks: boolean;
  /** What the wallet named, `null` when it named nothing. */
  readonly approvedChainIds: readonly ChainId[] | null;
  /** The embedded wallet serves every network it is asked for. */
  readonly embeddedWallet: boolean;
}

/** Whether a wallet approved a network, by its id or its former one. */
export const isApproved = ({ caipNetworkId, deprecatedCaipNetworkId }: Network, approved: readonly ChainId[] | null): boolean =>
  approved?.some((chainId) => chainId === caipNetworkId || chainId === deprecatedCaipNetworkId) ?? false;

/** The networks that the wallet approved first, each half in the host's order. Gives a new list. */
export const sortApprovedFirst = (networks: readonly Network[], approved: readonly ChainId[] | null): readonly Network[] => [
  ...networks.filter((network) => isApproved(network, approved)),
  ...networks.filter((network) => !isApproved(network, approved)),
];

/** Whether a network of the list cannot be chosen: the connected wallet allows only certain networks, and not this one. */
export const isNetworkDisabled = (
  network: Network,
  { connected, supportsAllNetworks, approvedChainIds, embeddedWallet }: NetworkAccess,
): boolean => connected && !supportsAllNetworks && !embeddedWallet && approvedChainIds !== null && !isApproved(network, approvedChainIds);

/** The networks whose name contains the text, in any case. */
export const searchNetworks = (networks: readonly Network[], text: string): readonly Network[] => {
  const wanted = text.trim().toLowerCase();
  return networks.filter(({ name }) => name.toLowerCase().includes(wanted));
};

/** Whether the header's network control leads to the list: there is something else to choose, or a way out to find. */
export const canChooseNetwork = (requested: readonly Network[], current: Network): boolean => requested.length > 1 || current.unknown;
