import { namespaceOf } from '../../domain/caip/caip-2.js';
import type { WalletAction } from '../../domain/connection/connection-state.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { useAccount } from '../hooks/use-account.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useMessages } from '../hooks/use-messages.js';
import { useMissingPermissions } from '../hooks/use-missing-permissions.js';
import { useNetwork } from '../hooks/use-network.js';
import type { Messages } from '../messages/en.js';

/** Networks named in the text; the list of networks shows the others. */
const MAX_NAMED_NETWORKS = 3;

const abilityText = (ability: WalletAction, m: Messages): string => {
  if (ability === 'sign-message') return m.signMessages;
  return ability === 'sign-typed-data' ? m.signTypedData : m.sendTransactions;
};

/** Sentences about the permissions that the connected wallet did not grant; empty if it granted all. */
export const useMissingPermissionTexts = (): readonly string[] => {
  const m = useMessages();
  const missingPermissions = useMissingPermissions();
  const { networks } = useNetwork();
  const { connectedWalletInfo } = useAccount();
  const { activeNamespace, connectedNamespaces } = useConnectionStatus();
  if (missingPermissions === null) return [];
  const wallet = connectedWalletInfo?.name ?? m.yourWallet;
  const disjunction = new Intl.ListFormat(m.locale, { type: 'disjunction' });
  const names = missingPermissions.chainIds
    // Networks served by another connected wallet are not missing.
    .filter((chainId) => namespaceOf(chainId) === activeNamespace || !connectedNamespaces.includes(namespaceOf(chainId)))
    .map((chainId) => findNetworkById(networks, chainId)?.name ?? chainId);
  const more = names.length > MAX_NAMED_NETWORKS + 1 ? [m.otherNetworks(names.length - MAX_NAMED_NETWORKS)] : [];
  const listedNetworks = [...names.slice(0, more.length === 0 ? names.length : MAX_NAMED_NETWORKS), ...more];
  const abilities = missingPermissions.actions.map((ability) => abilityText(ability, m));
  return [
    ...(listedNetworks.length === 0 ? [] : [m.networksNotOffered(wallet, disjunction.format(listedNetworks))]),
    ...(abilities.length === 0 ? [] : [m.abilitiesNotOffered(wallet, disjunction.format(abilities))]),
  ];
};
