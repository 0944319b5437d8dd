import { namespaceOf } from '../../domain/caip/caip-2.js';
import type { Ability } from '../../domain/connection/connection-state.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { useAccount } from '../hooks/use-account.js';
import { useConnectionStatus } from '../hooks/use-connection-status.js';
import { useMessages } from '../hooks/use-messages.js';
import { useMissingPermissions } from '../hooks/use-missing-permissions.js';
import { useNetwork } from '../hooks/use-network.js';
import type { Messages } from '../messages/en.js';

/** So many networks are named; of more the list of networks tells. */
const NAMED = 3;

const abilityText = (ability: Ability, m: Messages): string => {
  if (ability === 'sign-message') return m.signMessages;
  return ability === 'sign-typed-data' ? m.signTypedData : m.sendTransactions;
};

/** What the connected wallet does not offer, in sentences; none where it offers all that it was asked for. */
export const useNotOffered = (): readonly string[] => {
  const m = useMessages();
  const ungranted = useMissingPermissions();
  const { networks } = useNetwork();
  const { connectedWalletInfo } = useAccount();
  const { activeNamespace, connectedNamespaces } = useConnectionStatus();
  if (ungranted === null) return [];
  const wallet = connectedWalletInfo?.name ?? m.wallet;
  const either = new Intl.ListFormat(m.locale, { type: 'disjunction' });
  const names = ungranted.chainIds
    // What another wallet serves is not missed.
    .filter((chainId) => namespaceOf(chainId) === activeNamespace || !connectedNamespaces.includes(namespaceOf(chainId)))
    .map((chainId) => findNetworkById(networks, chainId)?.name ?? chainId);
  const more = names.length > NAMED + 1 ? [m.otherNetworks(names.length - NAMED)] : [];
  const shown = [...names.slice(0, more.length === 0 ? names.length : NAMED), ...more];
  const abilities = ungranted.abilities.map((ability) => abilityText(ability, m));
  return [
    ...(shown.length === 0 ? [] : [m.networksNotOffered(wallet, either.format(shown))]),
    ...(abilities.length === 0 ? [] : [m.abilitiesNotOffered(wallet, either.format(abilities))]),
  ];
};
