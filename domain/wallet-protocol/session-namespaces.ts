import { type ChainId, isChainId } from '../caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf, isAccountId } from '../caip/caip-10.js';
import type { Namespace } from '../caip/namespace.js';
import { parseOrNull } from '../wire.js';
import type { SessionNamespace, SessionNamespaces } from './session.js';
import { storedGrantsSchema } from './session-grants.js';

/** Reads approved namespaces. Drops chains and accounts of unregistered namespaces. `null` if they are invalid or no account remains. */
export const readSessionNamespaces = (value: unknown): SessionNamespaces | null => {
  const entries = Object.entries(parseOrNull(storedGrantsSchema, value) ?? {}).map(([key, { chains, accounts, ...rest }]) => {
    const validChains = chains === undefined ? {} : { chains: chains.filter(isChainId) };
    return [key, { ...rest, ...validChains, accounts: accounts.filter(isAccountId) }] as const;
  });
  return entries.some(([, { accounts }]) => accounts.length > 0) ? Object.fromEntries(entries) : null;
};

/** Entries of a namespace or of one of its chains. */
const entriesOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly SessionNamespace[] =>
  Object.entries(namespaces)
    .filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
    .map(([, entry]) => entry);

/** Approved accounts of a namespace. */
export const accountsOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly AccountId[] =>
  entriesOf(namespaces, namespace)
    .flatMap(({ accounts }) => accounts)
    .filter((account) => account.startsWith(`${namespace}:`));

/**
 * Approved chains of a namespace, without duplicates: the listed ones and those of its accounts. The permission to call a method on a
 * chain depends on accounts only, see `grantedChains`; a wallet may still switch to a listed chain.
 */
export const chainsOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly ChainId[] => {
  const listed = entriesOf(namespaces, namespace).flatMap(({ chains = [] }) => chains);
  const chainIds = [...listed, ...accountsOf(namespaces, namespace).map((account) => chainIdOf(account))];
  return [...new Set(chainIds)].filter((chainId) => chainId.startsWith(`${namespace}:`));
};

/** Approved methods of a namespace, on any of its chains. */
export const methodsOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly string[] =>
  entriesOf(namespaces, namespace).flatMap(({ methods }) => methods);

/** Approved addresses on a chain, without duplicates. */
export const addressesOn = (namespaces: SessionNamespaces, namespace: Namespace, chainId: ChainId): readonly string[] => [
  ...new Set(
    accountsOf(namespaces, namespace)
      .filter((account) => chainIdOf(account) === chainId)
      .map(addressOf),
  ),
];

export const allowsMethod = (namespaces: SessionNamespaces, chainId: ChainId, method: string): boolean => {
  const [namespace] = chainId.split(':');
  return Object.entries(namespaces).some(([key, { methods }]) => (key === namespace || key === chainId) && methods.includes(method));
};
