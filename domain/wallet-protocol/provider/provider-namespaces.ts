import { isChainIdString, isNonEmptyObject, isStringList } from '../primitives.js';
import { chainsOfAccounts, isKeyOfNamespace, type SessionGrants } from '../rules/grants.js';
import { solanaReferences } from './solana-chains.js';

/** The namespace of a provider's `connect()`, in the shape of the official provider. */
export interface ProviderNamespace {
  /** CAIP-2 ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  chains: string[];
  methods: string[];
  events: string[];
  /** Custom RPC URLs by chain reference (`1`) or CAIP-2 id. */
  rpcMap?: { [chainId: string]: string };
  /** Reference of the default chain for requests. Default: the first chain. */
  defaultChain?: string;
}

/** Requested namespaces, by namespace (`eip155`) or chain (`eip155:1`). */
export interface ProviderNamespaces {
  [namespace: string]: ProviderNamespace;
}

/** The namespace of a key, a chain id or an account id. */
export const namespacePrefixOf = (text: string): string => text.split(':')[0] ?? text;

/** Tests for a decimal chain id, the reference of an EVM chain. @see https://namespaces.chainagnostic.org/eip155/caip2 */
export const isEvmReference = (reference: string): boolean => /^[1-9][0-9]{0,31}$/.test(reference);

/** CAIP-2 ids of a chain, the given one first. */
export const namesOfChain = (namespace: string, reference: string): readonly string[] =>
  (namespace === 'solana' ? solanaReferences(reference) : [reference]).map((name) => `${namespace}:${name}`);

const union = (...lists: readonly (readonly string[] | undefined)[]): string[] => [...new Set(lists.flatMap((list) => list ?? []))];

const readStrings = (value: unknown): string[] => (isStringList(value) ? [...value] : []);

const readRpcMap = (value: unknown): { [chainId: string]: string } | undefined => {
  const entries = isNonEmptyObject(value)
    ? Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    : [];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
};

const readNamespace = (key: string, value: unknown): ProviderNamespace | null => {
  if (!isNonEmptyObject(value)) return null;
  const rpcMap = readRpcMap(value.rpcMap);
  const { defaultChain } = value;
  return {
    chains: isChainIdString(key) ? [key] : readStrings(value.chains),
    methods: readStrings(value.methods),
    events: readStrings(value.events),
    ...(rpcMap === undefined ? {} : { rpcMap }),
    ...(typeof defaultChain === 'string' && defaultChain !== '' ? { defaultChain } : {}),
  };
};

const mergeNamespace = (current: ProviderNamespace | undefined, added: ProviderNamespace): ProviderNamespace => ({
  chains: union(current?.chains, added.chains),
  methods: union(current?.methods, added.methods),
  events: union(current?.events, added.events),
  ...(current?.rpcMap === undefined && added.rpcMap === undefined ? {} : { rpcMap: { ...added.rpcMap, ...current?.rpcMap } }),
  ...((current?.defaultChain ?? added.defaultChain) ? { defaultChain: current?.defaultChain ?? added.defaultChain } : {}),
});

/**
 * Merges namespaces so that every key is a namespace: the entry of a single chain (`eip155:1`) is merged into that of its namespace
 * (`eip155`). The first default chain and the first RPC URL of a chain win. Drops invalid values and namespaces without chains.
 * @example mergeNamespaces({ 'eip155:1': { methods: ['personal_sign'], events: [] } })
 * // { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
 */
export const mergeNamespaces = (...inputs: readonly unknown[]): ProviderNamespaces => {
  const merged: ProviderNamespaces = {};
  for (const namespaces of inputs) {
    for (const [key, value] of isNonEmptyObject(namespaces) ? Object.entries(namespaces) : []) {
      const read = readNamespace(key, value);
      if (read !== null) merged[namespacePrefixOf(key)] = mergeNamespace(merged[namespacePrefixOf(key)], read);
    }
  }
  return Object.fromEntries(Object.entries(merged).filter(([, { chains }]) => chains.length > 0));
};

/** Converts a session's namespaces to the provider's shape. The chains are those of the accounts. */
export const approvedNamespaces = (grants: SessionGrants): ProviderNamespaces =>
  mergeNamespaces(
    ...Object.entries(grants).map(([key, { accounts, methods, events }]) => ({
      [namespacePrefixOf(key)]: { chains: union(chainsOfAccounts(accounts)), methods: [...methods], events: [...events] },
    })),
  );

/**
 * Removes the members that only the provider uses (`rpcMap`, `defaultChain`) from the namespaces of a proposal. Keeps invalid values, so
 * that `connectFault` reports them.
 */
export const withoutRpcSettings = (namespaces: unknown): unknown =>
  isNonEmptyObject(namespaces)
    ? Object.fromEntries(
        Object.entries(namespaces).map(([key, value]) => [
          key,
          isNonEmptyObject(value)
            ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'rpcMap' && name !== 'defaultChain'))
            : value,
        ]),
      )
    : namespaces;

const filterDefaults = (
  namespaces: ProviderNamespaces,
  isUsable: (key: string, defaultChain: string, namespace: ProviderNamespace) => boolean,
): ProviderNamespaces =>
  Object.fromEntries(
    Object.entries(namespaces).map(([key, namespace]) => {
      const { defaultChain, ...rest } = namespace;
      return [key, defaultChain === undefined || isUsable(key, defaultChain, namespace) ? namespace : rest];
    }),
  );

/** Removes default chains that the wallet did not approve, because requests to them would fail. */
export const withApprovedDefaults = (namespaces: ProviderNamespaces, approved: readonly string[]): ProviderNamespaces =>
  filterDefaults(namespaces, (key, defaultChain) => approved.includes(`${key}:${defaultChain}`));

/**
 * Removes stored default chains that are no chains: earlier versions stored every text that a wallet emitted as its chain. In eip155 the user
 * may have switched to a chain that was neither requested nor approved.
 * @param approved CAIP-2 ids
 */
export const withValidDefaults = (namespaces: ProviderNamespaces, approved: readonly string[]): ProviderNamespaces =>
  filterDefaults(namespaces, (key, defaultChain, { chains }) =>
    key === 'eip155'
      ? isEvmReference(defaultChain)
      : namesOfChain(key, defaultChain).some((name) => approved.includes(name) || chains.includes(name)),
  );

/** Approved accounts of a namespace. @see https://chainagnostic.org/CAIPs/caip-10 */
export const accountsIn = (grants: SessionGrants, namespace: string): string[] =>
  union(...Object.entries(grants).map(([key, { accounts }]) => (isKeyOfNamespace(key, namespace) ? accounts : [])));

/** Addresses of the accounts on the given chains of one namespace, without duplicates. @param references e.g. `['1']` */
export const addressesOn = (accounts: readonly string[], references: readonly string[]): string[] =>
  union(
    accounts.flatMap((account) => {
      const [, reference = '', address = ''] = account.split(':');
      return address !== '' && references.includes(reference) ? [address] : [];
    }),
  );
