import { expect, it } from 'vitest';
import * as faults from '../../../../../domain/wallet-protocol/rules/record-faults.js';

it.each([
  [faults.deletedFault(1, null), undefined],
  [faults.deletedFault(1, 'request'), 'Missing or invalid. Record was recently deleted - request: 1'],
  [faults.deletedKeyFault('session', 'abc'), 'Missing or invalid. Record was recently deleted - session: abc'],
  [faults.noKeyFault('proposal', 7), 'No matching key. proposal: 7'],
  [faults.overrideFault('pairing'), 'Restore will override. pairing'],
  [faults.notInitializedFault('engine'), 'Not initialized. engine'],
  [faults.targetFault('boolean'), 'Unknown type. Target type: boolean'],
  [faults.vanishedTopicFault('abc'), 'Mismatched topic. Session or pairing topic not found: abc'],
  [faults.noPairingFault(undefined), 'No matching key. connect() pairing topic: undefined'],
  [faults.payloadFault('abc'), 'Missing or invalid. Decoded payload on topic abc is not identifiable as a JSON-RPC request or a response.'],
])('the record %# is told of in the words of the protocol', (fault, message) => {
  expect(fault?.message).toBe(message);
});
