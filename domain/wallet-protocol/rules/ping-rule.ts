import { membersOf } from '../../wire.js';
import type { ProtocolFault } from '../protocol-fault.js';
import { paramsFault } from './params.js';
import { eitherTopicFault, type KnownPairing, type KnownSession } from './topic-rule.js';

/** Rule of `ping()`, sent or received: parameters, then the session or the pairing. */
export const pingFault = (params: unknown, known: KnownSession & KnownPairing): ProtocolFault | null =>
  paramsFault('ping()', params) ?? eitherTopicFault(membersOf(params).topic, known);
