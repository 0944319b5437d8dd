import { sha256 } from '@noble/hashes/sha2.js';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { encodeParts } from './encode.js';
import { KEY_BYTES, type RandomBytes, randomBytes } from './seal.js';

/** Nine random words, 99 bits, and one that checks them. */
const RANDOM_WORDS = 9;
export const RECOVERY_WORD_COUNT = RANDOM_WORDS + 1;
const WORD_COUNT = 2_048;
/**
 * Makes a guess 2^19 hashes, and so the 99 bits of the words as much work as about 118 bits without it: more than the 112 bits that NIST
 * SP 800-131A asks for.
 */
const ITERATIONS = 262_144;

/** Index of the word that checks the others: 11 bits of a hash. */
const checkOf = (words: readonly string[]): number => {
  const [first = 0, second = 0] = sha256(encodeParts(['latchkey/recovery-words/1', ...words]));
  return ((first << 8) | second) % WORD_COUNT;
};

/** A word by its place in the list of BIP-39. */
export const wordAt = (place: number): string => wordlist[place] ?? '';

/** Whether the last of ten words checks the others. */
export const isChecked = (words: readonly string[]): boolean =>
  words.length === RECOVERY_WORD_COUNT && words[RANDOM_WORDS] === wordlist[checkOf(words.slice(0, RANDOM_WORDS))];

/** Makes recovery words. */
export const createRecoveryWords = (random: RandomBytes = randomBytes): readonly string[] => {
  const bytes = random(RANDOM_WORDS * 2);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // 2,048 divides 65,536: every word has the same chance.
  const words = Array.from({ length: RANDOM_WORDS }, (_, index) => wordlist[view.getUint16(index * 2) % WORD_COUNT] ?? '');
  bytes.fill(0);
  return [...words, wordlist[checkOf(words)] ?? ''];
};

/** Words as users type them: in any case, with any white space between them, and with the numbers that the list has. */
export const splitWords = (text: string): readonly string[] => {
  const trimmed = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(?<!\S)\d+(?:[.):]+|(?!\S))/g, ' ')
    .trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
};

/** Reads recovery words. `null` for other words. One wrong word in 2,048 passes the check, and opens nothing. */
export const readRecoveryWords = (text: string): readonly string[] | null => {
  const words = splitWords(text);
  return words.every((word) => wordlist.includes(word)) && isChecked(words) ? words : null;
};

/**
 * The recovery secret of the words, by PBKDF2-HMAC-SHA-512. The wallet is in the salt, so that no one can guess the words of many wallets at
 * once.
 * @see https://www.rfc-editor.org/rfc/rfc8018#section-5.2
 */
export const recoverySecretOf = async (words: readonly string[], wallet: string): Promise<Uint8Array<ArrayBuffer>> => {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(words.join(' ')), 'PBKDF2', false, ['deriveBits']);
  const salt = encodeParts(['latchkey/recovery-secret/1', wallet]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: ITERATIONS };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, KEY_BYTES * 8));
};
