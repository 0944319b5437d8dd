import { membersOf } from '../../wire.js';
import type { ProtocolFault } from '../protocol-fault.js';
import { conformingFault } from './conforming-rule.js';
import type { ProposalDemands, SessionGrants } from './grants.js';
import { approvedNamespacesFault } from './namespaces-rule.js';
import { paramsFault } from './params.js';
import { deletedFault } from './record-faults.js';
import { type KnownSession, sessionTopicFault } from './topic-rule.js';

/** What is known of the session that is to change, with what its app required of it. */
export interface KnownUpdate extends KnownSession {
  readonly session: (NonNullable<KnownSession['session']> & { readonly requiredNamespaces: ProposalDemands }) | null;
}

/** Rule of `update()`, sent or received. In this order: parameters, the session, namespaces and whether they hold what was required. */
export const updateFault = (params: unknown, known: KnownUpdate): ProtocolFault | null => {
  const { topic, namespaces: allowed } = membersOf(params);
  // Looked at only after they were found to be such a table.
  const namespaces = allowed as SessionGrants;
  return (
    paramsFault('update()', params) ??
    deletedFault(topic, known.deleted) ??
    sessionTopicFault(topic, known) ??
    approvedNamespacesFault(namespaces, 'update()') ??
    conformingFault(known.session?.requiredNamespaces ?? {}, namespaces, 'update()')
  );
};
