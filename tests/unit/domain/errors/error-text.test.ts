import fc from 'fast-check';
import { safeParse, string } from 'valibot';
import { describe, expect, it } from 'vitest';
import { errorNameAndMessage, errorText, UNKNOWN_ERROR_TEXT } from '../../../../domain/errors/error-text.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { itHolds } from '../properties.js';

const trap = (): never => {
  throw new Error('trap');
};

describe('errorText', () => {
  it('removes invisible characters', () => {
    expect(errorText('a\u2800b\u3164c')).toBe('a b c');
    expect(errorText('\u2800\u115f')).toBe(UNKNOWN_ERROR_TEXT);
  });

  it.each<[string, unknown, string]>([
    ['a string', 'Unable to load email login dependency', 'Unable to load email login dependency'],
    ['an error', new Error('It failed'), 'It failed'],
    ['a Latchkey error', new LatchkeyError('connection/no-accounts', { connectorId: 'a' }), 'The wallet shared no accounts'],
    ['an error-like object, as wallets throw', { code: 4001, message: 'User rejected.' }, 'User rejected.'],
    [
      'a schema error, by its first issue',
      { message: '[dump]', issues: [{ message: 'Enter an address' }, { message: 'no' }] },
      'Enter an address',
    ],
    ['a schema error without issues', { message: 'dump', issues: [] }, 'dump'],
    ['several lines', new Error('one\n  two\t three'), 'one two three'],
    ['an empty message', { message: '' }, UNKNOWN_ERROR_TEXT],
    ['a message that is not a string', { message: 5 }, UNKNOWN_ERROR_TEXT],
    ['nothing', undefined, UNKNOWN_ERROR_TEXT],
    ['a number', 5, UNKNOWN_ERROR_TEXT],
    ['reversed text', 'a\u202egnp.exe', 'a gnp.exe'],
  ])('returns the text of %s', (_, error, text) => expect(errorText(error)).toBe(text));

  it('reads the issues of a real schema error', () => {
    const { issues } = safeParse(string('Enter a text'), 5);
    expect(errorText({ issues })).toBe('Enter a text');
  });

  it('truncates long messages, e.g. of a node', () => {
    const text = errorText(new Error('🦊'.repeat(500)));
    expect(Array.from(text)).toHaveLength(240);
    expect(text.endsWith('🦊…')).toBe(true);
  });

  itHolds(
    'returns one readable line for any value',
    fc.oneof(fc.anything(), fc.record({ message: fc.string({ unit: 'binary' }) })),
    (error) => {
      const text = errorText(error);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    },
  );
});

describe('errorNameAndMessage', () => {
  it.each<readonly [string, unknown, string]>([
    ['a thrown string', 'User closed the modal', 'User closed the modal'],
    ['a message', new Error('Cancelled'), 'Cancelled'],
    ['a specific name', new TypeError('no'), 'TypeError: no'],
    ['a name alone', { name: 'UserRejectedRequestError' }, 'UserRejectedRequestError'],
    ['members that are not strings', { name: 7, message: {} }, ''],
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a getter that throws', Object.defineProperty({}, 'message', { get: trap }), ''],
    ['a proxy that throws', new Proxy({}, { get: trap }), ''],
  ])('%s', (_name, error, text) => {
    expect(errorNameAndMessage(error)).toBe(text);
  });
});
