import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createRecoveryWords,
  RECOVERY_WORD_COUNT,
  readRecoveryWords,
  recoverySecretOf,
} from '../../../../../sandbox/secure-site/keys/recovery-words.js';
import { fixedRandom } from './support.js';

const words = createRecoveryWords(fixedRandom('recovery words').random);

describe('recovery words', () => {
  it('makes ten words with the given random bytes', () => {
    expect(words).toHaveLength(RECOVERY_WORD_COUNT);
    expect(createRecoveryWords(fixedRandom('recovery words').random)).toEqual(words);
    expect(createRecoveryWords()).not.toEqual(createRecoveryWords());
    // All zeros and all ones reach both ends of the list, also in a view of a larger buffer.
    expect(createRecoveryWords((length) => new Uint8Array(length)).slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'abandon'));
    const shared = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(64).fill(255, 8).subarray(8, 8 + length);
    expect(createRecoveryWords(shared).slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'zoo'));
  });

  it('reads words in any case, with any white space', () => {
    const space = fc.stringMatching(/^[ \t\n\r\u00a0\u3000]{1,4}$/);
    const cased = fc.tuple(...words.map((word) => fc.tuple(fc.constant(word), fc.integer({ min: 0, max: 2 }), space)));
    fc.assert(
      fc.property(cased, (typed) => {
        const text = typed.map(([word, style, gap]) => {
          if (style === 0) return gap + word;
          return gap + (style === 1 ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1));
        });
        expect(readRecoveryWords(`${text.join('')}\n`)).toEqual(words);
      }),
    );
  });

  it('reads words with the numbers that the list shows, and no other digits', () => {
    for (const number of ['1.', '1', '1)', '1:'].map((each) => (index: number) => each.replace('1', String(index + 1)))) {
      const typed = words.map((word, index) => `${number(index)} ${word}`);
      expect(readRecoveryWords(typed.join('\n'))).toEqual(words);
    }
    expect(readRecoveryWords(words.map((word, index) => `${index + 1}.${word}`).join(' '))).toEqual(words);
    expect(readRecoveryWords(words.map((word) => `${word}1`).join(' '))).toBeNull();
    expect(readRecoveryWords('1. 2. 3.')).toBeNull();
  });

  it('refuses a wrong check word, two words exchanged, other words and other counts', () => {
    const [first = '', second = '', ...rest] = words;
    const last = words.at(-1) ?? '';
    const wrongLast = last === 'zoo' ? 'zone' : 'zoo';
    for (const wrong of [
      [...words.slice(0, -1), wrongLast],
      [second, first, ...rest],
      ['latchkey', second, ...rest],
      words.slice(1),
      [...words, last],
      [],
    ])
      expect(readRecoveryWords(wrong.join(' ')), wrong.join(' ')).toBeNull();
    expect(readRecoveryWords(words.join(','))).toBeNull();
  });

  it('has another secret for each wallet and each word', async () => {
    const [secret, otherWallet, otherWord] = await Promise.all([
      recoverySecretOf(words, 'wallet-1'),
      recoverySecretOf(words, 'wallet-2'),
      recoverySecretOf(['abandon', ...words.slice(1)], 'wallet-1'),
    ]);
    expect(secret).toHaveLength(32);
    expect(otherWallet).not.toEqual(secret);
    expect(otherWord).not.toEqual(secret);
  });
});
