/** The Bitcoin alphabet: no zero, no capital o and i, no small L. @see https://datatracker.ietf.org/doc/html/draft-msporny-base58 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Far above every address, signature and transaction: the work grows with the square of the length. */
const MAX_LENGTH = 4_096;

/** Number of leading items that are zero. */
const zeros = (digits: ArrayLike<number | string>, zero: number | string): number => {
  let count = 0;
  while (count < digits.length && digits[count] === zero) count += 1;
  return count;
};

/** Digits of one base as digits of another, without leading zeros, the last one first. */
const convert = (digits: Iterable<number>, from: number, to: number): readonly number[] => {
  const out: number[] = [];
  for (const digit of digits) {
    let carry = digit;
    for (let index = 0; index < out.length || carry > 0; index += 1) {
      carry += (out[index] ?? 0) * from;
      out[index] = carry % to;
      carry = Math.floor(carry / to);
    }
  }
  return out;
};

/** Writes bytes in base58, without a checksum. */
export const encodeBase58 = (bytes: Uint8Array): string =>
  '1'.repeat(zeros(bytes, 0)) +
  convert(bytes, 256, 58)
    .map((digit) => ALPHABET[digit])
    .reverse()
    .join('');

/** Reads base58 without a checksum; `null` for a text that is none. */
export const decodeBase58 = (text: string): Uint8Array | null => {
  if (text.length > MAX_LENGTH) return null;
  const digits = Array.from(text, (character) => ALPHABET.indexOf(character));
  if (digits.includes(-1)) return null;
  const tail = convert(digits, 58, 256);
  const head = zeros(text, '1');
  const bytes = new Uint8Array(head + tail.length);
  bytes.set([...tail].reverse(), head);
  return bytes;
};
