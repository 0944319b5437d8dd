/** @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Regroups units of `from` bits into units of `to` bits. What is left over is filled with zeros, or dropped. */
const regroup = (units: readonly number[], from: number, to: number, isFilled: boolean): readonly number[] => {
  const regrouped: number[] = [];
  let buffer = 0;
  let held = 0;
  for (const unit of units) {
    buffer = (buffer << from) | unit;
    held += from;
    while (held >= to) {
      held -= to;
      regrouped.push(buffer >> held);
      buffer &= (1 << held) - 1;
    }
  }
  if (isFilled && held > 0) regrouped.push(buffer << (to - held));
  return regrouped;
};

/** Base64 of an ASCII text, without padding. */
export const toBase64 = (text: string): string => {
  const bytes = Array.from(text, (character) => character.charCodeAt(0) & 0xff);
  return regroup(bytes, 8, 6, true)
    .map((unit) => ALPHABET[unit])
    .join('');
};

/** The text behind base64, with or without padding; `null` when it is none. */
export const fromBase64 = (text: string): string | null => {
  const units = Array.from(text.replace(/={1,2}$/, ''), (character) => ALPHABET.indexOf(character));
  if (units.length % 4 === 1 || units.includes(-1)) return null;
  return String.fromCharCode(...regroup(units, 6, 8, false));
};
