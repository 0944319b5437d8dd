import { membersOf } from '../../wire.js';
import { isReason } from '../primitives.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shownJson } from '../shown.js';
import { paramsFault } from './params.js';
import { type KnownProposal, proposalIdFault } from './proposal-id-rule.js';

/** Rule of `reject()`. In this order: parameters, the proposal, the reason: a code that is not 0 and a message. @param known of the proposal that `id` names */
export const rejectFault = (params: unknown, known: KnownProposal): ProtocolFault | null => {
  const { id, reason } = membersOf(params);
  return (
    paramsFault('reject()', params) ??
    proposalIdFault(id, known) ??
    (isReason(reason) ? null : invalid(`reject() reason: ${shownJson(reason)}`))
  );
};
