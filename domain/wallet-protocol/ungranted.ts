import type { ChainId } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import type { Ability, Ungranted } from '../connection/connection-state.js';
import { findNetworkById } from '../network/find-network.js';
import type { Network } from '../network/network.js';
import { isApproved } from '../network/network-list.js';
import type { ProposalNamespaces, SessionNamespaces } from './session.js';
import { accountsOf, chainsOf, methodsOf } from './session-namespaces.js';

/** The calls that each takes in each namespace: one of them is enough. */
const ABILITIES: Readonly<Record<Ability, Readonly<Partial<Record<Namespace, readonly string[]>>>>> = {
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

/** What is compared. */
export interface Grant {
  /** The namespace that is looked at. */
  readonly namespace: Namespace;
  /** What the app asks of a wallet. */
  readonly asked: ProposalNamespaces;
  readonly granted: SessionNamespaces;
  /** The configured ones: a wallet may know one by its former id only. */
  readonly networks: readonly Network[];
}

/**
 * What a wallet was asked for and does not offer: networks of the namespace, networks of the namespaces that it shares no account
 * of, and what the app has wallets do. Calls that the app asks for and nothing here uses are the wallet's own business.
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const ungrantedOf = ({ namespace, asked, granted, networks }: Grant): Ungranted => {
  const isMissing = (chainId: ChainId, approved: readonly ChainId[]): boolean => {
    const network = findNetworkById(networks, chainId);
    if (network === undefined) return !approved.includes(chainId);
    // A network is named once, whichever of its ids was asked for.
    return network.caipNetworkId === chainId && !isApproved(network, approved);
  };
  const chainIds = Object.entries(asked).flatMap(([name, { chains }]) => {
    // The other keys are namespaces of this kind, or have no chains.
    const other = name as Namespace;
    if (other !== namespace && accountsOf(granted, other).length > 0) return [];
    const approved = chainsOf(granted, other);
    return chains.filter((chainId) => isMissing(chainId, approved));
  });
  const given = methodsOf(granted, namespace);
  const wanted = asked[namespace]?.methods ?? [];
  // The keys of the table are abilities.
  const missing = (Object.keys(ABILITIES) as Ability[]).flatMap((ability) => {
    const all = ABILITIES[ability][namespace] ?? [];
    const methods = all.filter((method) => wanted.includes(method));
    return methods.length === 0 || all.some((method) => given.includes(method)) ? [] : [{ ability, methods }];
  });
  return { chainIds, abilities: missing.map(({ ability }) => ability), methods: missing.flatMap(({ methods }) => methods) };
};
