import { expect, it } from 'vitest';
import * as faults from '../../../../../domain/wallet-protocol/rules/record-faults.js';

it.each([
  [faults.deletedFault(1, null), undefined],
  [faults.deletedFault(1, 'request'), 'Missing or invalid. Record was recently deleted - request: 1'],
  [faults.deletedKeyFault('session', 'abc'), 'Missing or invalid. Record was recently deleted - session: abc'],
  [faults.noKeyFault('proposal', 7), 'No matching key. proposal: 7'],
  [faults.notInitializedFault('engine'), 'Not initialized. engine'],
  [faults.targetFault('boolean'), 'Unknown type. Target type: boolean'],
  [faults.removedTopicFault('abc'), 'Mismatched topic. Session or pairing topic not found: abc'],
])('record fault %# has the message of the protocol', (fault, message) => {
  expect(fault?.message).toBe(message);
});
