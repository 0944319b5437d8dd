import { wordlist } from '@scure/bip39/wordlists/english.js';
import { distance } from 'fastest-levenshtein';
import { isChecked, RECOVERY_WORD_COUNT, splitWords } from './recovery-words.js';

/** Words that are offered instead of one that is not in the list. */
const MAX_NEAREST = 3;
/** Letters that were typed wrong, at most: words with more are another word. */
const MAX_DISTANCE = 2;

/** A word that is not in the list. */
export interface UnknownWord {
  /** From 1. */
  readonly position: number;
  readonly typed: string;
  /** Words of the list that it may have been, the nearest first. */
  readonly nearest: readonly string[];
}

/** What is wrong with words that are not recovery words. */
export interface MistypedWords {
  readonly count: number;
  readonly unknown: readonly UnknownWord[];
  /** Corrected words that pass the check, if there are ten and all are in the list. Others are possible. */
  readonly guesses: readonly Guess[];
}

/** A correction that makes the words pass the check. */
export interface Guess {
  readonly words: readonly string[];
  /** From 1. Two if the words at these positions were exchanged. */
  readonly positions: readonly number[];
}

const nearestTo = (typed: string): readonly string[] => {
  const found = wordlist.map((word) => ({ word, letters: distance(typed, word) })).filter(({ letters }) => letters <= MAX_DISTANCE);
  // Four letters name a word of the list.
  const begun = wordlist.filter((word) => typed.length >= 4 && word.startsWith(typed.slice(0, 4)));
  const near = found.sort((a, b) => a.letters - b.letters).map(({ word }) => word);
  return [...new Set([...begun, ...near])].slice(0, MAX_NEAREST);
};

const replaceAt = (words: readonly string[], changes: Readonly<Record<number, string | undefined>>): readonly string[] =>
  words.map((word, index) => changes[index] ?? word);

/** Tries each word that differs by a letter, and each exchange of neighbours. */
const guessesFor = (words: readonly string[]): readonly Guess[] => {
  const replaced = words.flatMap((typed, index) =>
    wordlist
      .filter((word) => distance(word, typed) === 1)
      .map((word) => ({ words: replaceAt(words, { [index]: word }), positions: [index + 1] })),
  );
  const exchanged = words.slice(1).map((word, index) => ({
    words: replaceAt(words, { [index]: word, [index + 1]: words[index] }),
    positions: [index + 1, index + 2],
  }));
  return [...replaced, ...exchanged].filter((guess) => isChecked(guess.words));
};

/** Finds what is wrong with text that {@link readRecoveryWords} refuses. It compares words with the list only, and asks no one. */
export const findMistyped = (text: string): MistypedWords => {
  const words = splitWords(text);
  const unknown = words.flatMap((typed, index) =>
    wordlist.includes(typed) ? [] : [{ position: index + 1, typed, nearest: nearestTo(typed) }],
  );
  const isComplete = words.length === RECOVERY_WORD_COUNT && unknown.length === 0;
  return { count: words.length, unknown, guesses: isComplete ? guessesFor(words) : [] };
};
