import { type ChainId, isChainId } from '../caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf, isAccountId } from '../caip/caip-10.js';
import type { Namespace } from '../caip/namespace.js';
import { read } from '../wire.js';
import type { SessionNamespace, SessionNamespaces } from './session.js';
import { grantTableSchema } from './session-grants.js';

/**
 * Reads what a wallet allows. Chains and accounts of namespaces that Latchkey does not know are left out.
 * `null` when it is no such table, or allows nothing at all.
 */
export const readSessionNamespaces = (value: unknown): SessionNamespaces | null => {
  const entries = Object.entries(read(grantTableSchema, value) ?? {}).map(([key, { chains, accounts, ...rest }]) => {
    const known = chains === undefined ? {} : { chains: chains.filter(isChainId) };
    return [key, { ...rest, ...known, accounts: accounts.filter(isAccountId) }] as const;
  });
  return entries.some(([, { accounts }]) => accounts.length > 0) ? Object.fromEntries(entries) : null;
};

/** The entries that speak for a namespace: its own, and those for one of its chains. */
const entriesOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly SessionNamespace[] =>
  Object.entries(namespaces)
    .filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
    .map(([, entry]) => entry);

/** The accounts that a session shares of a namespace. */
export const accountsOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly AccountId[] =>
  entriesOf(namespaces, namespace)
    .flatMap(({ accounts }) => accounts)
    .filter((account) => account.startsWith(`${namespace}:`));

/**
 * The chains that a session allows in a namespace: those it names and those of its accounts, each once. What may be asked on a chain is
 * judged by accounts alone, see `grantedChains`; a wallet that names a chain may still go there, and share what it has.
 */
export const chainsOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly ChainId[] => {
  const named = entriesOf(namespaces, namespace).flatMap(({ chains = [] }) => chains);
  const known = [...named, ...accountsOf(namespaces, namespace).map((account) => chainIdOf(account))];
  return [...new Set(known)].filter((chainId) => chainId.startsWith(`${namespace}:`));
};

/** The calls that a session allows in a namespace, on whichever of its chains. */
export const methodsOf = (namespaces: SessionNamespaces, namespace: Namespace): readonly string[] =>
  entriesOf(namespaces, namespace).flatMap(({ methods }) => methods);

/** The plain addresses that a session shares on a chain, each once. */
export const addressesOn = (namespaces: SessionNamespaces, namespace: Namespace, chainId: ChainId): readonly string[] => [
  ...new Set(
    accountsOf(namespaces, namespace)
      .filter((account) => chainIdOf(account) === chainId)
      .map(addressOf),
  ),
];

/** Whether a session allows a call on a chain. */
export const allowsMethod = (namespaces: SessionNamespaces, chainId: ChainId, method: string): boolean => {
  const [namespace] = chainId.split(':');
  return Object.entries(namespaces).some(([key, { methods }]) => (key === namespace || key === chainId) && methods.includes(method));
};
