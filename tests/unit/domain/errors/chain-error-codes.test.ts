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

describe('the code of a foreign error', () => {
  it.each<[string, unknown, number | null]>([
    ['its own', { code: 4902 }, 4902],
    ['written as a text', { code: '4902' }, 4902],
    ['of the error that a wallet wrapped', { code: -32603, data: { originalError: { code: 4902 } } }, 4902],
    ['of the error that a wallet wrapped, before its own', { code: 4001, data: { originalError: { code: 4902 } } }, 4902],
    ['of the cause', { message: 'wrapped', cause: { code: 4001 } }, 4001],
    ['of the cause of an internal error, which says nothing itself', { code: -32603, cause: { code: 4001 } }, 4001],
    ['its own before the cause', { code: 4900, cause: { code: 4001 } }, 4900],
    ['of the cause behind a named code', { code: 'CALL_EXCEPTION', cause: { code: 4902 } }, 4902],
    ['of an error object', Object.assign(new Error('x'), { code: 4902 }), 4902],
    ['none with a fraction', { code: 1.5 }, null],
    ['none without one', new Error('x'), null],
    ['none in a circle', circular, null],
    ['none where reading throws', hostile, null],
    ['none in a text', '4902', null],
    ['none in nothing', null, null],
    ['none with empty data', { data: null }, null],
  ])('is read: %s', (_, error, code) => expect(readErrorCode(error)).toBe(code));

  itHolds('never throws, whatever was thrown', fc.anything({ withNullPrototype: true }), (error) => {
    const code = readErrorCode(error);
    expect(code === null || Number.isSafeInteger(code)).toBe(true);
    expect(isUnrecognizedChain(error)).toBe(code === 4902 || code === 5000 || code === 32603 || code === -32603);
  });
});

describe('an unrecognised chain', () => {
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
  ])('is told from a rejection: %o', (error, expected) => expect(isUnrecognizedChain(error)).toBe(expected));
});
