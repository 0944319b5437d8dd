import { membersOf } from '../../wire.js';
import { isText } from '../primitives.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import { conformingFault } from './conforming-rule.js';
import type { SessionGrants } from './grants.js';
import { approvedNamespacesFault } from './namespaces-rule.js';
import { paramsFault } from './params.js';
import { propertiesFault, scopedToApproved } from './properties-rule.js';
import { type KnownProposal, proposalIdFault } from './proposal-id-rule.js';

/**
 * Rule of `approve()`. In this order: parameters, the proposal, namespaces and whether they hold what was required, the relay's protocol,
 * session properties, scoped properties.
 * @param known of the proposal that `id` names
 */
export const approveFault = (params: unknown, known: KnownProposal): ProtocolFault | null => {
  const { id, relayProtocol, sessionProperties, scopedProperties, namespaces: allowed } = membersOf(params);
  // Looked at only after they were found to be such a table.
  const namespaces = allowed as SessionGrants;
  return (
    paramsFault('approve()', params) ??
    proposalIdFault(id, known) ??
    approvedNamespacesFault(namespaces, 'approve()') ??
    conformingFault(known.proposal?.requiredNamespaces ?? {}, namespaces, 'approve()') ??
    (relayProtocol === undefined || isText(relayProtocol) ? null : invalid(`approve() relayProtocol: ${shown(relayProtocol)}`)) ??
    propertiesFault(sessionProperties, 'sessionProperties') ??
    propertiesFault(scopedProperties, 'scopedProperties') ??
    scopedToApproved(scopedProperties, Object.keys(namespaces))
  );
};
