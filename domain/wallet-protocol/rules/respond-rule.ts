import { membersOf } from '../../wire.js';
import { isAnswer, isNumber } from '../primitives.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shownJson, withoutSecrets } from '../shown.js';
import { paramsFault } from './params.js';
import { type KnownSession, sessionTopicFault } from './topic-rule.js';

/**
 * Rule of `respond()`. In this order: parameters, the session, the answer. Where the session cannot be used, the request that was to be
 * answered is stale as well.
 */
export const respondFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic, response } = membersOf(params);
  const missing = paramsFault('respond()', params);
  if (missing !== null) return missing;
  const fault = sessionTopicFault(topic, known);
  if (fault !== null) return isNumber(membersOf(response).id) ? { ...fault, stale: [...fault.stale, 'request'] } : fault;
  return isAnswer(response) ? null : invalid(`respond() response: ${withoutSecrets(shownJson(response), 'signature')}`);
};
