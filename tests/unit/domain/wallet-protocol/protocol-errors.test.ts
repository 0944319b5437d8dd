import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf, ProtocolError } from '../../../../domain/wallet-protocol/fault-errors.js';
import {
  describeProtocolError,
  INTERNAL_ERRORS,
  type ProtocolErrorName,
  protocolErrorCode,
  SDK_ERRORS,
} from '../../../../domain/wallet-protocol/protocol-errors.js';
import { type FaultCode, invalid, protocolFault } from '../../../../domain/wallet-protocol/protocol-fault.js';
import { toRpcError } from '../../../../domain/wallet-protocol/rpc-error.js';
import { itHolds } from '../properties.js';

const TABLE: readonly (readonly [name: ProtocolErrorName, code: number, message: string])[] = [
  ['INVALID_METHOD', 1001, 'Invalid method.'],
  ['INVALID_EVENT', 1002, 'Invalid event.'],
  ['INVALID_UPDATE_REQUEST', 1003, 'Invalid update request.'],
  ['INVALID_EXTEND_REQUEST', 1004, 'Invalid extend request.'],
  ['INVALID_SESSION_SETTLE_REQUEST', 1005, 'Invalid session settle request.'],
  ['UNAUTHORIZED_METHOD', 3001, 'Unauthorized method.'],
  ['UNAUTHORIZED_EVENT', 3002, 'Unauthorized event.'],
  ['UNAUTHORIZED_UPDATE_REQUEST', 3003, 'Unauthorized update request.'],
  ['UNAUTHORIZED_EXTEND_REQUEST', 3004, 'Unauthorized extend request.'],
  ['USER_REJECTED', 5000, 'User rejected.'],
  ['USER_REJECTED_CHAINS', 5001, 'User rejected chains.'],
  ['USER_REJECTED_METHODS', 5002, 'User rejected methods.'],
  ['USER_REJECTED_EVENTS', 5003, 'User rejected events.'],
  ['UNSUPPORTED_CHAINS', 5100, 'Unsupported chains.'],
  ['UNSUPPORTED_METHODS', 5101, 'Unsupported methods.'],
  ['UNSUPPORTED_EVENTS', 5102, 'Unsupported events.'],
  ['UNSUPPORTED_ACCOUNTS', 5103, 'Unsupported accounts.'],
  ['UNSUPPORTED_NAMESPACE_KEY', 5104, 'Unsupported namespace key.'],
  ['USER_DISCONNECTED', 6000, 'User disconnected.'],
  ['SESSION_SETTLEMENT_FAILED', 7000, 'Session settlement failed.'],
  ['WC_METHOD_UNSUPPORTED', 10_001, 'Unsupported wc_ method.'],
  ['NOT_INITIALIZED', 1, 'Not initialized.'],
  ['NO_MATCHING_KEY', 2, 'No matching key.'],
  ['RESTORE_WILL_OVERRIDE', 3, 'Restore will override.'],
  ['RESUBSCRIBED', 4, 'Resubscribed.'],
  ['MISSING_OR_INVALID', 5, 'Missing or invalid.'],
  ['EXPIRED', 6, 'Expired.'],
  ['UNKNOWN_TYPE', 7, 'Unknown type.'],
  ['MISMATCHED_TOPIC', 8, 'Mismatched topic.'],
  ['NON_CONFORMING_NAMESPACES', 9, 'Non conforming namespaces.'],
];

describe('protocol errors', () => {
  it.each(TABLE)('include %s: %i, "%s", with an optional detail', (name, code, message) => {
    expect(describeProtocolError(name)).toEqual({ code, message });
    expect(describeProtocolError(name, 'wc_foo')).toEqual({ code, message: `${message} wc_foo` });
    expect(protocolErrorCode(name)).toBe(code);
  });

  it('have unique codes', () => {
    const names = [...Object.keys(SDK_ERRORS), ...Object.keys(INTERNAL_ERRORS)];
    expect(names).toEqual(TABLE.map(([name]) => name));
    expect(new Set(TABLE.map(([, code]) => code)).size).toBe(names.length);
  });
});

/** Fault codes whose message starts with the protocol's message. */
const KINDS = [
  'wallet-protocol/missing-or-invalid',
  'wallet-protocol/no-matching-key',
  'wallet-protocol/expired',
  'wallet-protocol/not-initialized',
  'wallet-protocol/mismatched-topic',
  'wallet-protocol/restore-will-override',
  'wallet-protocol/unknown-type',
  'wallet-protocol/non-conforming-namespaces',
  'wallet-protocol/unsupported-chains',
  'wallet-protocol/unsupported-accounts',
  'wallet-protocol/unsupported-methods',
  'wallet-protocol/unsupported-events',
] as const satisfies readonly FaultCode[];

describe('protocol faults', () => {
  it.each(KINDS)('have the protocol’s message and code: %s', (kind) => {
    const fault = protocolFault(kind, { detail: 'the detail' });
    expect(fault).toMatchObject({ kind, context: { detail: 'the detail' }, stale: [] });
    expect(describeProtocolError(fault.name, 'the detail')).toEqual({ code: fault.code, message: fault.message });
  });

  it('become Latchkey errors with the same message', () => {
    const error = latchkeyErrorOf(invalid('proposal id should be a number: x'));
    expect(isLatchkeyError(error, 'wallet-protocol/missing-or-invalid')).toBe(true);
    expect(error.message).toBe('Missing or invalid. proposal id should be a number: x');
    expect(latchkeyErrorOf(protocolFault('wallet-protocol/recently-deleted', { record: 'session: abc' })).message).toBe(
      'Missing or invalid. Record was recently deleted - session: abc',
    );
  });

  it('become errors of the official clients, which serialize with code and message', () => {
    const error = new ProtocolError(invalid('pair() uri#symKey'));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'Error', message: 'Missing or invalid. pair() uri#symKey', code: 5 });
    expect(String(error)).toBe('Error: Missing or invalid. pair() uri#symKey');
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({ error: { code: 5, message: 'Missing or invalid. pair() uri#symKey' } });
  });
});

describe('toRpcError', () => {
  it.each([
    ['a fault', protocolFault('wallet-protocol/expired', { detail: 'proposal id: 1' }), { code: 6, message: 'Expired. proposal id: 1' }],
    ['a protocol error', SDK_ERRORS.USER_REJECTED, { code: 5000, message: 'User rejected.' }],
    ['a thrown protocol error', new ProtocolError({ code: 1001, message: 'Invalid method.' }), { code: 1001, message: 'Invalid method.' }],
    ['any other error', new TypeError('x is undefined'), { code: -32_000, message: 'x is undefined' }],
    ['a string', 'No.', { code: -32_000, message: 'No.' }],
    ['nothing', undefined, { code: -32_603, message: 'Internal error' }],
    ['an empty object', {}, { code: -32_603, message: 'Internal error' }],
    ['an empty string', '', { code: -32_603, message: 'Internal error' }],
    ['a code without a message', { code: 4001 }, { code: 4001, message: 'Server error' }],
    ['an error with a string code', { code: 'wallet/rejected', message: 'Declined' }, { code: -32_000, message: 'Declined' }],
    ['a reserved code', { code: -32_700, message: 'mine' }, { code: -32_700, message: 'Parse error' }],
    ['a reserved code', { code: -32_600, message: 'mine' }, { code: -32_600, message: 'Invalid Request' }],
    ['a reserved code', { code: -32_601, message: 'mine' }, { code: -32_601, message: 'Method not found' }],
    ['a reserved code', { code: -32_602, message: 'mine' }, { code: -32_602, message: 'Invalid params' }],
    ['a reserved code', { code: -32_603, message: 'mine' }, { code: -32_603, message: 'Internal error' }],
  ])('returns code and message of %s', (_, reason, expected) => {
    expect(toRpcError(reason)).toEqual(expected);
  });

  itHolds('is never empty for any value', fc.anything(), (reason) => {
    const { code, message, ...rest } = toRpcError(reason);
    expect(Number.isInteger(code)).toBe(true);
    expect(message).not.toBe('');
    expect(rest).toEqual({});
  });
});
