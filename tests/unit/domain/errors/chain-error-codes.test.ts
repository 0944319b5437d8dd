import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnrecognizedChain, readErrorCode } from '../../../../domain/errors/chain-error-codes.js';
import { itHolds } from '../properties.js';

const circular: { code?: number; cause?: unknown } = {};
circular.cause = circular;

const hostile = {
  get code(): number {
    throw new Error('a getter that throws');
  },
};

describe('readErrorCode', () => {
  it.each<[string, unknown, number | null]>([
    ['the error’s own code', { code: 4902 }, 4902],
    ['a numeric string', { code: '4902' }, 4902],
    ['the code of a wrapped error', { code: -32603, data: { originalError: { code: 4902 } } }, 4902],
    ['the code of a wrapped error before its own', { code: 4001, data: { originalError: { code: 4902 } } }, 4902],
    ['the code of the cause', { message: 'wrapped', cause: { code: 4001 } }, 4001],
    ['the code of an internal error’s cause', { code: -32603, cause: { code: 4001 } }, 4001],
    ['its own code before the cause’s', { code: 4900, cause: { code: 4001 } }, 4900],
    ['the code of the cause if its own is not numeric', { code: 'CALL_EXCEPTION', cause: { code: 4902 } }, 4902],
    ['the code of an Error object', Object.assign(new Error('x'), { code: 4902 }), 4902],
    ['null for a fraction', { code: 1.5 }, null],
    ['null without a code', new Error('x'), null],
    ['null for a circular cause', circular, null],
    ['null for a getter that throws', hostile, null],
    ['null for a string', '4902', null],
    ['null for null', null, null],
    ['null for empty data', { data: null }, null],
  ])('returns %s', (_, error, code) => expect(readErrorCode(error)).toBe(code));

  itHolds('never throws for any value', fc.anything({ withNullPrototype: true }), (error) => {
    const code = readErrorCode(error);
    expect(code === null || Number.isSafeInteger(code)).toBe(true);
    expect(isUnrecognizedChain(error)).toBe(code === 4902 || code === 5000 || code === 32603 || code === -32603);
  });
});

describe('isUnrecognizedChain', () => {
  it.each([
    [{ code: 4902, message: 'Unrecognized chain ID "0x5".' }, true],
    [{ code: 5000 }, true],
    [{ code: 32603 }, true],
    [{ code: -32603, message: 'Internal error' }, true],
    [{ code: -32603, data: { originalError: { code: 4902 } } }, true],
    [{ code: 5000, message: 'User rejected.' }, false],
    [{ code: -32603, message: 'User denied the request' }, false],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, false],
    [{ code: 4001 }, false],
    [new Error('4902'), false],
  ])('distinguishes %o from a rejection', (error, expected) => expect(isUnrecognizedChain(error)).toBe(expected));
});
