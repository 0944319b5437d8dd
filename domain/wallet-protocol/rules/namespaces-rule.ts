import { formatValue } from '../../format-value.js';
import { asRecord } from '../../wire.js';
import { isAccountIdString, isChainIdString, isNonEmptyObject, isStringList, isSubset } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { chainsOfAccounts, type RequestedNamespace, type RequestedNamespaces, type SessionGrant, type SessionGrants } from './grants.js';

/** Returns the first fault of a list's items. */
const firstFault = <Item>(items: readonly Item[], faultOf: (item: Item) => ProtocolFault | null): ProtocolFault | null => {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== null) return fault;
  }
  return null;
};

const chainsFault = (key: string, entry: unknown, context: string): ProtocolFault | null => {
  const listed = asRecord(entry).chains;
  const chains: readonly unknown[] = key.includes(':') ? [key] : Array.isArray(listed) ? Array.from(listed) : [];
  const unsupported = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/unsupported-chains', { detail: `${context}, ${detail}` });
  if (chains.length === 0)
    return unsupported(
      'chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }',
    );
  return firstFault(chains, (chain) =>
    isChainIdString(chain) ? null : unsupported(`chain ${formatValue(chain)} should be a string and conform to "namespace:chainId" format`),
  );
};

const accountsFault = (entry: unknown, context: string): ProtocolFault | null => {
  const { accounts } = asRecord(entry);
  const unsupported = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/unsupported-accounts', { detail: `${context}, ${detail}` });
  if (!Array.isArray(accounts))
    return unsupported('accounts should be an array of strings conforming to "namespace:chainId:address" format');
  return firstFault(Array.from<unknown>(accounts), (account) =>
    isAccountIdString(account)
      ? null
      : unsupported(`account ${formatValue(account)} should be a string and conform to "namespace:chainId:address" format`),
  );
};

const actionsFault = (entry: unknown, context: string): ProtocolFault | null => {
  const { methods, events } = asRecord(entry);
  const detailOf = (kind: string): string => `${context}, ${kind} should be an array of strings or empty array for no ${kind}`;
  if (!isStringList(methods)) return protocolFault('wallet-protocol/unsupported-methods', { detail: detailOf('methods') });
  return isStringList(events) ? null : protocolFault('wallet-protocol/unsupported-events', { detail: detailOf('events') });
};

/**
 * Rule of requested namespaces: a non-empty object whose entries have chains (in the key or in a list), methods and events. Faults of
 * chains come before faults of methods and events.
 * @param call e.g. `connect()`
 * @param member `requiredNamespaces` or `optionalNamespaces`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const requestedNamespacesFault = (value: unknown, call: string, member: string): ProtocolFault | null =>
  isNonEmptyObject(value)
    ? (firstFault(Object.entries(value), ([key, entry]) => chainsFault(key, entry, `${call} ${member}`)) ??
      firstFault(Object.values(value), (entry) => actionsFault(entry, `${call}, namespace`)))
    : invalid(`${call}, ${member} should be an object with data`);

/**
 * Rule of approved namespaces: a non-empty object whose entries have accounts, methods and events. Faults of accounts come before faults
 * of methods and events.
 * @param call e.g. `approve()`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const approvedNamespacesFault = (value: unknown, call: string): ProtocolFault | null =>
  isNonEmptyObject(value)
    ? (firstFault(Object.values(value), (entry) => accountsFault(entry, `${call} namespace`)) ??
      firstFault(Object.values(value), (entry) => actionsFault(entry, `${call}, namespace`)))
    : invalid(`${call}, namespaces should be an object with data`);

const namespacePrefixOf = (key: string): string => key.split(':')[0] ?? key;
const namespacePrefixesOf = (table: object): readonly string[] => [...new Set(Object.keys(table).map(namespacePrefixOf))];
const requestedChains = (key: string, { chains = [] }: RequestedNamespace): readonly string[] => (key.includes(':') ? [key] : chains);

/** Requested methods or events of all entries for a chain. */
const requestedOn = (required: RequestedNamespaces, chainId: string, kind: 'methods' | 'events'): readonly string[] =>
  Object.entries(required).flatMap(([key, requested]) => (requestedChains(key, requested).includes(chainId) ? requested[kind] : []));

/** Chains of an approved entry: its key, or those of its accounts. A chain as key without an account is reported separately. */
const approvedChains = (key: string, { accounts }: SessionGrant): readonly string[] =>
  key.includes(':') ? [key] : chainsOfAccounts(accounts);

/** Approved methods or events of all entries for a chain. */
const approvedOn = (approved: SessionGrants, chainId: string, kind: 'methods' | 'events'): readonly string[] =>
  Object.entries(approved).flatMap(([key, grant]) => (approvedChains(key, grant).includes(chainId) ? grant[kind] : []));

/**
 * Rule of an approval: it satisfies all required namespaces. Checks chains, namespaces, keys without an account, then methods and events
 * of each required chain.
 * @param call e.g. `approve()`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const conformingFault = (required: RequestedNamespaces, approved: SessionGrants, call: string): ProtocolFault | null => {
  // Whitespace and line breaks match the official clients, because apps compare whole messages.
  const fault = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/non-conforming-namespaces', { detail: `${call} namespaces ${detail}` });

  const chains = [...new Set(Object.entries(required).flatMap(([key, requested]) => requestedChains(key, requested)))];
  const allowed = [...new Set(Object.entries(approved).flatMap(([key, grant]) => approvedChains(key, grant)))];
  if (!isSubset(chains, allowed))
    return fault(
      `chains don't satisfy required namespaces.\n      Required: ${formatValue(chains)}\n      Approved: ${formatValue(allowed)}`,
    );

  const approvedPrefixes = namespacePrefixesOf(approved);
  const missing = namespacePrefixesOf(required).filter((prefix) => !approvedPrefixes.includes(prefix));
  if (missing.length > 0)
    return fault(
      `keys don't satisfy requiredNamespaces.\n      Required: ${formatValue(missing)}\n      Received: ${formatValue(Object.keys(approved))}`,
    );

  for (const [key, { accounts }] of Object.entries(approved)) {
    const shared = chainsOfAccounts(accounts);
    if (key.includes(':') && !shared.includes(key))
      return fault(
        `accounts don't satisfy namespace accounts for ${key}\n        Required: ${key}\n        Approved: ${formatValue(shared)}`,
      );
  }

  for (const chain of chains)
    for (const kind of ['methods', 'events'] as const)
      if (!isSubset(requestedOn(required, chain, kind), approvedOn(approved, chain, kind)))
        return fault(`${kind} don't satisfy namespace ${kind} for ${chain}`);
  return null;
};
