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
import { rpcErrorOf } from '../../../../domain/wallet-protocol/rpc-error.js';
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

describe('the errors of the protocol', () => {
  it.each(TABLE)('%s is %i, "%s", with what it is about behind', (name, code, message) => {
    expect(describeProtocolError(name)).toEqual({ code, message });
    expect(describeProtocolError(name, 'wc_foo')).toEqual({ code, message: `${message} wc_foo` });
    expect(protocolErrorCode(name)).toBe(code);
  });

  it('are these and no others, each with a number of its own', () => {
    const names = [...Object.keys(SDK_ERRORS), ...Object.keys(INTERNAL_ERRORS)];
    expect(names).toEqual(TABLE.map(([name]) => name));
    expect(new Set(TABLE.map(([, code]) => code)).size).toBe(names.length);
  });
});

/** Every kind of fault whose sentence begins with the words of the protocol's table. */
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

describe('a fault', () => {
  it.each(KINDS)('of %s says what the table of the protocol says, with its number', (kind) => {
    const fault = protocolFault(kind, { detail: 'the detail' });
    expect(fault).toMatchObject({ kind, context: { detail: 'the detail' }, stale: [] });
    expect(describeProtocolError(fault.name, 'the detail')).toEqual({ code: fault.code, message: fault.message });
  });

  it('is carried by an error of the registry: the same sentence under its code', () => {
    const error = latchkeyErrorOf(invalid('proposal id should be a number: x'));
    expect(isLatchkeyError(error, 'wallet-protocol/missing-or-invalid')).toBe(true);
    expect(error.message).toBe('Missing or invalid. proposal id should be a number: x');
    expect(latchkeyErrorOf(protocolFault('wallet-protocol/recently-deleted', { record: 'session: abc' })).message).toBe(
      'Missing or invalid. Record was recently deleted - session: abc',
    );
  });

  it('is carried by the error that an official client throws, which is no empty object when it is written', () => {
    const error = new ProtocolError(invalid('pair() uri#symKey'));
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'Error', message: 'Missing or invalid. pair() uri#symKey', code: 5 });
    expect(String(error)).toBe('Error: Missing or invalid. pair() uri#symKey');
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({ error: { code: 5, message: 'Missing or invalid. pair() uri#symKey' } });
  });
});

describe('what a peer is told', () => {
  it.each([
    ['a fault', protocolFault('wallet-protocol/expired', { detail: 'proposal id: 1' }), { code: 6, message: 'Expired. proposal id: 1' }],
    ['an error of the table', SDK_ERRORS.USER_REJECTED, { code: 5000, message: 'User rejected.' }],
    ['an error that is thrown', new ProtocolError({ code: 1001, message: 'Invalid method.' }), { code: 1001, message: 'Invalid method.' }],
    ['any other error', new TypeError('x is undefined'), { code: -32_000, message: 'x is undefined' }],
    ['a text', 'No.', { code: -32_000, message: 'No.' }],
    ['nothing', undefined, { code: -32_603, message: 'Internal error' }],
    ['an empty object', {}, { code: -32_603, message: 'Internal error' }],
    ['an empty text', '', { code: -32_603, message: 'Internal error' }],
    ['a number alone', { code: 4001 }, { code: 4001, message: 'Server error' }],
    ['a code of an error that is a text', { code: 'wallet/rejected', message: 'Declined' }, { code: -32_000, message: 'Declined' }],
    ['a reserved code', { code: -32_700, message: 'mine' }, { code: -32_700, message: 'Parse error' }],
    ['a reserved code', { code: -32_600, message: 'mine' }, { code: -32_600, message: 'Invalid Request' }],
    ['a reserved code', { code: -32_601, message: 'mine' }, { code: -32_601, message: 'Method not found' }],
    ['a reserved code', { code: -32_602, message: 'mine' }, { code: -32_602, message: 'Invalid params' }],
    ['a reserved code', { code: -32_603, message: 'mine' }, { code: -32_603, message: 'Internal error' }],
  ])('about %s is its number and its sentence', (_, reason, told) => {
    expect(rpcErrorOf(reason)).toEqual(told);
  });

  itHolds('is never empty, whatever went wrong', fc.anything(), (reason) => {
    const { code, message, ...rest } = rpcErrorOf(reason);
    expect(Number.isInteger(code)).toBe(true);
    expect(message).not.toBe('');
    expect(rest).toEqual({});
  });
});
