import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { MissingPermissions, WalletAction } from '../connection/connection-state.js';
import { findNetworkById } from '../network/find-network.js';
import type { Network } from '../network/network.js';
import { isApproved } from '../network/network-list.js';
import type { ProposalNamespaces, SessionNamespaces } from './session.js';
import { accountsOf, chainsOf, methodsOf } from './session-namespaces.js';

/** RPC methods of each action by namespace. One of them is sufficient. */
const METHODS_BY_ACTION: Readonly<Record<WalletAction, Readonly<Partial<Record<Namespace, readonly string[]>>>>> = {
  'sign-message': {
    eip155: ['personal_sign'],
    solana: ['solana_signMessage'],
    bip122: ['signMessage'],
    polkadot: ['polkadot_signMessage'],
  },
  'sign-typed-data': { eip155: ['eth_signTypedData_v4'] },
  'send-transaction': {
    eip155: ['eth_sendTransaction'],
    solana: ['solana_signAndSendTransaction', 'solana_signTransaction'],
    bip122: ['sendTransfer', 'signPsbt'],
    polkadot: ['polkadot_signTransaction'],
  },
};

/** Requested and granted permissions. */
export interface PermissionComparison {
  readonly namespace: Namespace;
  readonly requested: ProposalNamespaces;
  readonly granted: SessionNamespaces;
  /** The configured networks: a wallet may use a former chain id. */
  readonly networks: readonly Network[];
}

/**
 * Returns the requested permissions that the wallet did not grant: networks of the namespace, networks of namespaces without a shared
 * account, and actions. Ignores requested methods that belong to no action.
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const missingPermissionsOf = ({ namespace, requested, granted, networks }: PermissionComparison): MissingPermissions => {
  const isMissing = (chainId: ChainId, approved: readonly ChainId[]): boolean => {
    const network = findNetworkById(networks, chainId);
    if (network === undefined) return !approved.includes(chainId);
    // Reports a network once, by its current id.
    return network.caipNetworkId === chainId && !isApproved(network, approved);
  };
  const chainIds = Object.entries(requested).flatMap(([name, { chains }]) => {
    // Other keys are namespaces too, or have no chains.
    const other = name as Namespace;
    if (other !== namespace && accountsOf(granted, other).length > 0) return [];
    const approved = chainsOf(granted, other);
    return chains.filter((chainId) => isMissing(chainId, approved));
  });
  const approvedMethods = methodsOf(granted, namespace);
  const requestedMethods = requested[namespace]?.methods ?? [];
  // The keys of the table are actions.
  const missing = (Object.keys(METHODS_BY_ACTION) as WalletAction[]).flatMap((action) => {
    const all = METHODS_BY_ACTION[action][namespace] ?? [];
    const methods = all.filter((method) => requestedMethods.includes(method));
    return methods.length === 0 || all.some((method) => approvedMethods.includes(method)) ? [] : [{ action, methods }];
  });
  return { chainIds, actions: missing.map(({ action }) => action), methods: missing.flatMap(({ methods }) => methods) };
};
