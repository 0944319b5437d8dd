import fc from 'fast-check';
import { safeParse, string } from 'valibot';
import { describe, expect, it } from 'vitest';
import { errorText, NO_ERROR_TEXT, readErrorText } from '../../../../domain/errors/error-text.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { itHolds } from '../properties.js';

const trap = (): never => {
  throw new Error('trap');
};

describe('the text of anything that was thrown', () => {
  it.each<[string, unknown, string]>([
    ['a text', 'Unable to load email login dependency', 'Unable to load email login dependency'],
    ['an error', new Error('It failed'), 'It failed'],
    ['a Latchkey error', new LatchkeyError('connection/no-accounts', { connectorId: 'a' }), 'The wallet shared no account'],
    ['an object as wallets throw them', { code: 4001, message: 'User rejected.' }, 'User rejected.'],
    [
      'a schema error, by its first issue',
      { message: '[dump]', issues: [{ message: 'Write an address' }, { message: 'no' }] },
      'Write an address',
    ],
    ['a schema error without issues', { message: 'dump', issues: [] }, 'dump'],
    ['several lines', new Error('one\n  two\t three'), 'one two three'],
    ['an empty message', { message: '' }, NO_ERROR_TEXT],
    ['a message that is no text', { message: 5 }, NO_ERROR_TEXT],
    ['nothing', undefined, NO_ERROR_TEXT],
    ['a number', 5, NO_ERROR_TEXT],
    ['reversed text', 'a\u202egnp.exe', 'a gnp.exe'],
  ])('is shown: %s', (_, error, text) => expect(errorText(error)).toBe(text));

  it('reads the issues of a real schema', () => {
    const { issues } = safeParse(string('Write a text'), 5);
    expect(errorText({ issues })).toBe('Write a text');
  });

  it('is cut where a node put a whole request into it', () => {
    const text = errorText(new Error('🦊'.repeat(500)));
    expect(Array.from(text)).toHaveLength(240);
    expect(text.endsWith('🦊…')).toBe(true);
  });

  itHolds(
    'is one line for a person, whatever was thrown',
    fc.oneof(fc.anything(), fc.record({ message: fc.string({ unit: 'binary' }) })),
    (error) => {
      const text = errorText(error);
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    },
  );
});

describe('the words of a foreign error', () => {
  it.each<readonly [string, unknown, string]>([
    ['a text that was thrown', 'User closed the modal', 'User closed the modal'],
    ['a message', new Error('Cancelled'), 'Cancelled'],
    ['a name that says something', new TypeError('no'), 'TypeError: no'],
    ['a name alone', { name: 'UserRejectedRequestError' }, 'UserRejectedRequestError'],
    ['what is no text', { name: 7, message: {} }, ''],
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a getter that throws', Object.defineProperty({}, 'message', { get: trap }), ''],
    ['a proxy that throws', new Proxy({}, { get: trap }), ''],
  ])('%s', (_name, error, text) => {
    expect(readErrorText(error)).toBe(text);
  });
});
