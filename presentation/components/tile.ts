/** Hashes a text (FNV-1a, 32 bits). @see https://www.rfc-editor.org/rfc/rfc9923 */
export const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** OKLCH hues that are easily told apart. White text on them has AA contrast. */
const HUES = [12, 42, 78, 118, 150, 184, 218, 256, 292, 328];
const LIGHTNESSES = [0.42, 0.52];

/** Background of a tile without a picture, derived from a name. */
export const tileColor = (name: string): string => {
  const hash = fnv1a(name);
  return `oklch(${LIGHTNESSES[(hash >>> 5) % LIGHTNESSES.length]} .11 ${HUES[(hash >>> 9) % HUES.length]})`;
};

/** Two letters for a tile without a picture: the initials of the first two words, or the first two letters of a single word. */
export const tileLetters = (name: string): string => {
  const [first = [], second] = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => Array.from(word));
  if (first.length === 0) return Array.from(name.trim())[0] ?? '?';
  const [a = '', b = ''] = second === undefined ? first : [first[0], second[0]?.toUpperCase()];
  return a.toUpperCase() + b;
};
