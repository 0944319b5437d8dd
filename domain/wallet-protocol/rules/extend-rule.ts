import { membersOf } from '../../wire.js';
import type { ProtocolFault } from '../protocol-fault.js';
import { paramsFault } from './params.js';
import { deletedFault } from './record-faults.js';
import { type KnownSession, sessionTopicFault } from './topic-rule.js';

/** Rule of `extend()`, sent or received: parameters, then the session. */
export const extendFault = (params: unknown, known: KnownSession): ProtocolFault | null => {
  const { topic } = membersOf(params);
  return paramsFault('extend()', params) ?? deletedFault(topic, known.deleted) ?? sessionTopicFault(topic, known);
};
