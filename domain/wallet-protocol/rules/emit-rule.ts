import { membersOf } from '../../wire.js';
import { isChainText, isText } from '../primitives.js';
import { invalid, type ProtocolFault } from '../protocol-fault.js';
import { shown, shownJson } from '../shown.js';
import { grantedChains, grantedOn } from './grants.js';
import { paramsFault } from './params.js';
import { type KnownSession, sessionTopicFault } from './topic-rule.js';

/**
 * Rule of `emit()`, sent or received. In this order: parameters, the session, a chain that it shares an account on, an event that is allowed
 * on that chain.
 */
export const emitFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic, event, chainId } = membersOf(params);
  const { name } = membersOf(event);
  const topicFault = paramsFault('emit()', params) ?? sessionTopicFault(topic, known);
  if (topicFault !== null) return topicFault;
  const grants = known.session?.namespaces ?? {};
  if (!isChainText(chainId) || !grantedChains(grants).includes(chainId)) return invalid(`emit() chainId: ${shown(chainId)}`);
  return isText(name) && grantedOn(grants, chainId, 'events').includes(name) ? null : invalid(`emit() event: ${shownJson(event)}`);
};
