import { isOver } from '../primitives.js';
import { invalid, type ProtocolFault, protocolFault } from '../protocol-fault.js';
import { shown } from '../shown.js';
import type { ProposalDemands } from './grants.js';
import { type DeletedKind, deletedFault } from './record-faults.js';

/** What is known of the proposal that a call names. */
export interface KnownProposal {
  /** What the id was, where it is remembered as deleted. */
  readonly deleted: DeletedKind | null;
  /** `expiryTimestamp` in seconds since 1970. */
  readonly proposal: { readonly expiryTimestamp: number; readonly requiredNamespaces: ProposalDemands } | null;
  readonly nowMs: number;
}

/** Rule of a proposal's id: not deleted a moment ago, a number, of a proposal that is there and that waits. One that is over is stale. */
export const proposalIdFault = (id: unknown, { deleted, proposal, nowMs }: KnownProposal): ProtocolFault | null => {
  if (deleted !== null) return deletedFault(id, deleted);
  if (typeof id !== 'number') return invalid(`proposal id should be a number: ${shown(id)}`);
  if (proposal === null) return protocolFault('wallet-protocol/no-matching-key', { detail: `proposal id doesn't exist: ${id}` });
  return isOver(proposal.expiryTimestamp, nowMs)
    ? protocolFault('wallet-protocol/expired', { detail: `proposal id: ${id}` }, ['proposal'])
    : null;
};
