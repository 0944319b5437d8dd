import type { ChainId } from '../caip/caip-2.js';
import type { Network } from './network.js';

/** Network permissions of the connected wallet. */
export interface NetworkAccess {
  readonly connected: boolean;
  /** False if the wallet allows only approved chains. */
  readonly supportsAllNetworks: boolean;
  /** Chains that the wallet approved; `null` if it reported none. */
  readonly approvedChainIds: readonly ChainId[] | null;
  /** True for the embedded wallet, which supports every network. */
  readonly embeddedWallet: boolean;
}

/** Tests whether a network is approved, by its current or former id. */
export const isApproved = ({ caipNetworkId, deprecatedCaipNetworkId }: Network, approved: readonly ChainId[] | null): boolean =>
  approved?.some((chainId) => chainId === caipNetworkId || chainId === deprecatedCaipNetworkId) ?? false;

/** Sorts approved networks first, otherwise in the app's order. */
export const sortApprovedFirst = (networks: readonly Network[], approved: readonly ChainId[] | null): readonly Network[] => [
  ...networks.filter((network) => isApproved(network, approved)),
  ...networks.filter((network) => !isApproved(network, approved)),
];

/** Tests whether a network is disabled in the list: the connected wallet allows only certain networks, and not this one. */
export const isNetworkDisabled = (
  network: Network,
  { connected, supportsAllNetworks, approvedChainIds, embeddedWallet }: NetworkAccess,
): boolean => connected && !supportsAllNetworks && !embeddedWallet && approvedChainIds !== null && !isApproved(network, approvedChainIds);

/** Filters networks by name, case-insensitively. */
export const searchNetworks = (networks: readonly Network[], text: string): readonly Network[] => {
  const query = text.trim().toLowerCase();
  return networks.filter(({ name }) => name.toLowerCase().includes(query));
};

/** Tests whether the header's network button opens the list: there is another network to choose, or the current one is unsupported. */
export const canChooseNetwork = (networks: readonly Network[], current: Network): boolean => networks.length > 1 || current.unknown;
