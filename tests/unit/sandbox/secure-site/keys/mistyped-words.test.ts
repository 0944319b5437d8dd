import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMistyped } from '../../../../../sandbox/secure-site/keys/mistyped-words.js';
import { createRecoveryWords, isChecked, readRecoveryWords } from '../../../../../sandbox/secure-site/keys/recovery-words.js';
import { fixedRandom } from './support.js';

/** The list of BIP-39: nine words are drawn by their places. */
const wordlist = Array.from({ length: 2_048 }, (_, place) => {
  const drawn = (length: number): Uint8Array<ArrayBuffer> =>
    new Uint8Array(length).map((__, byte) => (byte % 2 === 0 ? place >> 8 : place & 255));
  return createRecoveryWords(drawn)[0] ?? '';
});
const words = createRecoveryWords(fixedRandom('recovery words').random);
const replaced = (index: number, word: string): string => words.map((each, at) => (at === index ? word : each)).join(' ');

describe('mistyped recovery words', () => {
  it('names each word that is not in the list, by its position, and the nearest words', () => {
    const letters = fc.tuple(fc.nat(9), fc.nat(9), fc.constantFrom('missing', 'exchanged', 'wrong'));
    fc.assert(
      fc.property(letters, ([index, place, kind]) => {
        const word = words[index] ?? '';
        const at = place % (word.length - 1);
        const [one = '', two = ''] = word.slice(at);
        const changes = { missing: two, exchanged: two + one, wrong: `${one}q` };
        const typed = word.slice(0, at) + changes[kind] + word.slice(at + 2);
        fc.pre(!wordlist.includes(typed));
        const { count, unknown, guesses } = findMistyped(replaced(index, typed));
        expect([count, guesses]).toEqual([10, []]);
        expect(unknown).toMatchObject([{ position: index + 1, typed }]);
        expect(unknown[0]?.nearest.length).toBeLessThanOrEqual(3);
        for (const near of unknown[0]?.nearest ?? []) expect(wordlist).toContain(near);
      }),
    );
    expect(findMistyped('abandn abuot').unknown).toEqual([
      { position: 1, typed: 'abandn', nearest: ['abandon'] },
      { position: 2, typed: 'abuot', nearest: expect.arrayContaining(['about']) },
    ]);
    expect(findMistyped(replaced(3, 'xyzxyzxyz')).unknown).toEqual([{ position: 4, typed: 'xyzxyzxyz', nearest: [] }]);
  });

  it('counts words that are missing or more', () => {
    expect(findMistyped(words.slice(1).join(' '))).toEqual({ count: 9, unknown: [], guesses: [] });
    expect(findMistyped([...words, 'zoo'].join(' '))).toEqual({ count: 11, unknown: [], guesses: [] });
    expect(findMistyped(' \n')).toEqual({ count: 0, unknown: [], guesses: [] });
  });

  it('finds the right words where one of the list was typed instead of another, and where two were exchanged', () => {
    // Each neighbour by one letter, and each exchange, of many words.
    const { random } = fixedRandom('neighbours');
    for (let run = 0; run < 20; run += 1) {
      const right = createRecoveryWords(random);
      const index = run % 9;
      const exchanged = right.map((word, at) => (at === index ? right[at + 1] : at === index + 1 ? right[at - 1] : word));
      if (isChecked(exchanged.map(String))) continue;
      expect(findMistyped(exchanged.join(' ')).guesses).toContainEqual({ words: right, positions: [index + 1, index + 2] });
    }
    const card = ['card', ...words.slice(1, 9)];
    const checked = wordlist.map((last) => [...card, last]).find((each) => isChecked(each)) ?? [];
    const { guesses } = findMistyped(['cart', ...checked.slice(1)].join(' '));
    expect(guesses).toContainEqual({ words: checked, positions: [1] });
    for (const guess of guesses) expect(readRecoveryWords(guess.words.join(' '))).toEqual(guess.words);
  });
});
