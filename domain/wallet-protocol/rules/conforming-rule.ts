import { isSubset } from '../primitives.js';
import { type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import { chainsOfAccounts, type ProposalDemand, type ProposalDemands, type SessionGrant, type SessionGrants } from './grants.js';

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
