import { hasData, isChainText, isTextList } from '../primitives.js';
import { chainsOfAccounts, isOfFamily, type SessionGrants } from '../rules/grants.js';

/** What a host asks of a wallet in one namespace, with what its provider needs to serve that namespace. The shape is that of the official provider. */
export interface ProviderNamespace {
  /** CAIP-2 ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  chains: string[];
  methods: string[];
  events: string[];
  /** Addresses of the host's own nodes, by the reference of their chain (`1`) or its CAIP-2 id. */
  rpcMap?: { [chainId: string]: string };
  /** Reference of the chain that requests go to which name none. Default: the first chain. */
  defaultChain?: string;
}

/** What a host asks for, by namespace (`eip155`) or by chain (`eip155:1`). */
export interface ProviderNamespaces {
  [namespace: string]: ProviderNamespace;
}

/** The namespace of a key, a chain or an account. */
export const familyOf = (text: string): string => text.split(':')[0] ?? text;

const union = (...lists: readonly (readonly string[] | undefined)[]): string[] => [...new Set(lists.flatMap((list) => list ?? []))];

const textsOf = (value: unknown): string[] => (isTextList(value) ? [...value] : []);

const addressesOf = (value: unknown): { [chainId: string]: string } | undefined => {
  const entries = hasData(value) ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string') : [];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

const readNamespace = (key: string, value: unknown): ProviderNamespace | null => {
  if (!hasData(value)) return null;
  const rpcMap = addressesOf(value.rpcMap);
  const { defaultChain } = value;
  return {
    chains: isChainText(key) ? [key] : textsOf(value.chains),
    methods: textsOf(value.methods),
    events: textsOf(value.events),
    ...(rpcMap === undefined ? {} : { rpcMap }),
    ...(typeof defaultChain === 'string' && defaultChain !== '' ? { defaultChain } : {}),
  };
};

const add = (known: ProviderNamespace | undefined, more: ProviderNamespace): ProviderNamespace => ({
  chains: union(known?.chains, more.chains),
  methods: union(known?.methods, more.methods),
  events: union(known?.events, more.events),
  ...(known?.rpcMap === undefined && more.rpcMap === undefined ? {} : { rpcMap: { ...more.rpcMap, ...known?.rpcMap } }),
  ...((known?.defaultChain ?? more.defaultChain) ? { defaultChain: known?.defaultChain ?? more.defaultChain } : {}),
});

/**
 * Puts lists of namespaces into one, in which every key is a namespace: what is asked of single chains joins the others. The first that
 * names a default chain or a node's address wins. Foreign values are left out, and so is a namespace without any chain.
 * @example mergeNamespaces({ 'eip155:1': { methods: ['personal_sign'], events: [] } })
 * // { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
 */
export const mergeNamespaces = (...given: readonly unknown[]): ProviderNamespaces => {
  const merged: ProviderNamespaces = {};
  for (const namespaces of given) {
    for (const [key, value] of hasData(namespaces) ? Object.entries(namespaces) : []) {
      const read = readNamespace(key, value);
      if (read !== null) merged[familyOf(key)] = add(merged[familyOf(key)], read);
    }
  }
  return Object.fromEntries(Object.entries(merged).filter(([, { chains }]) => chains.length > 0));
};

/** What a session allows, in the shape of what is asked for: its chains are those that it shares an account on. */
export const approvedNamespaces = (grants: SessionGrants): ProviderNamespaces =>
  mergeNamespaces(
    ...Object.entries(grants).map(([key, { accounts, methods, events }]) => ({
      [familyOf(key)]: { chains: union(chainsOfAccounts(accounts)), methods: [...methods], events: [...events] },
    })),
  );

/**
 * What a wallet gets to see of what a host asks for: neither the addresses of its nodes nor its default chain. The rest is left as it is, for
 * the rules of `connect()` to judge.
 */
export const demandsOf = (namespaces: unknown): unknown =>
  hasData(namespaces)
    ? Object.fromEntries(
        Object.entries(namespaces).map(([key, value]) => [
          key,
          hasData(value)
            ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'rpcMap' && name !== 'defaultChain'))
            : value,
        ]),
      )
    : namespaces;

/** Takes away default chains that a wallet did not approve: nothing could be asked of them. */
export const withApprovedDefaults = (namespaces: ProviderNamespaces, approved: readonly string[]): ProviderNamespaces =>
  Object.fromEntries(
    Object.entries(namespaces).map(([key, namespace]) => {
      const { defaultChain, ...rest } = namespace;
      return [key, defaultChain === undefined || approved.includes(`${key}:${defaultChain}`) ? namespace : rest];
    }),
  );

/** The accounts that a session shares in a namespace. @see https://chainagnostic.org/CAIPs/caip-10 */
export const accountsIn = (grants: SessionGrants, namespace: string): string[] =>
  union(...Object.entries(grants).map(([key, { accounts }]) => (isOfFamily(key, namespace) ? accounts : [])));

/** The addresses among accounts that are on one of these chains of one namespace, each once. @param references e.g. `['1']` */
export const addressesOn = (accounts: readonly string[], references: readonly string[]): string[] =>
  union(
    accounts.flatMap((account) => {
      const [, reference = '', address = ''] = account.split(':');
      return address !== '' && references.includes(reference) ? [address] : [];
    }),
  );
