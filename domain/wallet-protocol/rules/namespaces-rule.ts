import { membersOf } from '../../wire.js';
import { hasData, isAccountText, isChainText, isSubset, isTextList } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import { chainsOfAccounts, type ProposalDemand, type ProposalDemands, type SessionGrant, type SessionGrants } from './grants.js';

/** The first fault of a list's items. */
const firstFault = <Item>(items: readonly Item[], faultOf: (item: Item) => ProtocolFault | null): ProtocolFault | null => {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault !== null) return fault;
  }
  return null;
};

const chainsFault = (key: string, entry: unknown, context: string): ProtocolFault | null => {
  const named = membersOf(entry).chains;
  const chains: readonly unknown[] = key.includes(':') ? [key] : Array.isArray(named) ? Array.from(named) : [];
  const unsupported = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/unsupported-chains', { detail: `${context}, ${detail}` });
  if (chains.length === 0)
    return unsupported(
      'chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }',
    );
  return firstFault(chains, (chain) =>
    isChainText(chain) ? null : unsupported(`chain ${shown(chain)} should be a string and conform to "namespace:chainId" format`),
  );
};

const accountsFault = (entry: unknown, context: string): ProtocolFault | null => {
  const { accounts } = membersOf(entry);
  const unsupported = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/unsupported-accounts', { detail: `${context}, ${detail}` });
  if (!Array.isArray(accounts))
    return unsupported('accounts should be an array of strings conforming to "namespace:chainId:address" format');
  return firstFault(Array.from<unknown>(accounts), (account) =>
    isAccountText(account)
      ? null
      : unsupported(`account ${shown(account)} should be a string and conform to "namespace:chainId:address" format`),
  );
};

const actionsFault = (entry: unknown, context: string): ProtocolFault | null => {
  const { methods, events } = membersOf(entry);
  const kindless = (kind: string): string => `${context}, ${kind} should be an array of strings or empty array for no ${kind}`;
  if (!isTextList(methods)) return protocolFault('wallet-protocol/unsupported-methods', { detail: kindless('methods') });
  return isTextList(events) ? null : protocolFault('wallet-protocol/unsupported-events', { detail: kindless('events') });
};

/**
 * Rule of what an app asks for: an object with data, whose entries name chains in their key or in a list, and list methods and events. A
 * fault of the chains of any entry goes before one of the methods and events.
 * @param call e.g. `connect()`
 * @param member `requiredNamespaces` or `optionalNamespaces`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const requestedNamespacesFault = (value: unknown, call: string, member: string): ProtocolFault | null =>
  hasData(value)
    ? (firstFault(Object.entries(value), ([key, entry]) => chainsFault(key, entry, `${call} ${member}`)) ??
      firstFault(Object.values(value), (entry) => actionsFault(entry, `${call}, namespace`)))
    : invalid(`${call}, ${member} should be an object with data`);

/**
 * Rule of what a wallet allows: an object with data, whose entries list accounts, methods and events. A fault of the accounts of any entry
 * goes before one of the methods and events.
 * @param call e.g. `approve()`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const approvedNamespacesFault = (value: unknown, call: string): ProtocolFault | null =>
  hasData(value)
    ? (firstFault(Object.values(value), (entry) => accountsFault(entry, `${call} namespace`)) ??
      firstFault(Object.values(value), (entry) => actionsFault(entry, `${call}, namespace`)))
    : invalid(`${call}, namespaces should be an object with data`);

const familyOf = (key: string): string => key.split(':')[0] ?? key;
const familiesOf = (table: object): readonly string[] => [...new Set(Object.keys(table).map(familyOf))];
const chainsAsked = (key: string, { chains = [] }: ProposalDemand): readonly string[] => (key.includes(':') ? [key] : chains);

/** What is demanded of one chain by all entries that name it. */
const demandsOn = (required: ProposalDemands, chainId: string, what: 'methods' | 'events'): readonly string[] =>
  Object.entries(required).flatMap(([key, demand]) => (chainsAsked(key, demand).includes(chainId) ? demand[what] : []));

/** The chains that an approved entry speaks for: the one in its key, or those of its accounts. A key without an account has a message of its own. */
const chainsAllowed = (key: string, { accounts }: SessionGrant): readonly string[] =>
  key.includes(':') ? [key] : chainsOfAccounts(accounts);

/** What is allowed on one chain by all entries that speak for it. */
const allowedOn = (approved: SessionGrants, chainId: string, what: 'methods' | 'events'): readonly string[] =>
  Object.entries(approved).flatMap(([key, grant]) => (chainsAllowed(key, grant).includes(chainId) ? grant[what] : []));

/**
 * Rule of an approval: it holds everything that was required. A missing chain goes before a missing namespace; then come chains that stand
 * in a key but have no account; then, by required chain, methods before events.
 * @param call e.g. `approve()`
 * @see https://chainagnostic.org/CAIPs/caip-25
 */
export const conformingFault = (required: ProposalDemands, approved: SessionGrants, call: string): ProtocolFault | null => {
  // The line breaks and blanks are those of the official clients: their hosts compare whole messages.
  const fault = (detail: string): ProtocolFault =>
    protocolFault('wallet-protocol/non-conforming-namespaces', { detail: `${call} namespaces ${detail}` });

  const chains = [...new Set(Object.entries(required).flatMap(([key, demand]) => chainsAsked(key, demand)))];
  const allowed = [...new Set(Object.entries(approved).flatMap(([key, grant]) => chainsAllowed(key, grant)))];
  if (!isSubset(chains, allowed))
    return fault(`chains don't satisfy required namespaces.\n      Required: ${shown(chains)}\n      Approved: ${shown(allowed)}`);

  const families = familiesOf(approved);
  const missing = familiesOf(required).filter((family) => !families.includes(family));
  if (missing.length > 0)
    return fault(
      `keys don't satisfy requiredNamespaces.\n      Required: ${shown(missing)}\n      Received: ${shown(Object.keys(approved))}`,
    );

  for (const [key, { accounts }] of Object.entries(approved)) {
    const shared = chainsOfAccounts(accounts);
    if (key.includes(':') && !shared.includes(key))
      return fault(`accounts don't satisfy namespace accounts for ${key}\n        Required: ${key}\n        Approved: ${shown(shared)}`);
  }

  for (const chain of chains)
    for (const what of ['methods', 'events'] as const)
      if (!isSubset(demandsOn(required, chain, what), allowedOn(approved, chain, what)))
        return fault(`${what} don't satisfy namespace ${what} for ${chain}`);
  return null;
};
