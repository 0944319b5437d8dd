import { describe, expect, it } from 'vitest';
import { readErrorText } from '../../../../domain/errors/read-error-text.js';

describe('the words of a foreign error', () => {
  it.each<readonly [string, unknown, string]>([
    ['a text that was thrown', 'User closed the modal', 'User closed the modal'],
    ['a message', new Error('Cancelled'), 'Cancelled'],
    ['a name that says something', new TypeError('no'), 'TypeError: no'],
    ['a name alone', { name: 'UserRejectedRequestError' }, 'UserRejectedRequestError'],
    ['what is no text', { name: 7, message: {} }, ''],
    ['nothing', undefined, ''],
    ['null', null, ''],
    [
      'a getter that throws',
      {
        get message() {
          throw new Error('trap');
        },
      },
      '',
    ],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('trap');
          },
        },
      ),
      '',
    ],
  ])('%s', (_name, error, text) => {
    expect(readErrorText(error)).toBe(text);
  });
});
