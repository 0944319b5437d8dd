/** Cyrillic and Greek letters, digits and strokes, each followed by the Latin letter that it resembles. */
const HOMOGLYPHS = 'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdһhӏlαaβbεeηnιiκkμmνvοoρpτtυuχxωw0o1l|l';

const LATIN_BY_HOMOGLYPH = new Map(
  Array.from({ length: HOMOGLYPHS.length / 2 }, (_, at) => [HOMOGLYPHS.charAt(2 * at), HOMOGLYPHS.charAt(2 * at + 1)]),
);

/**
 * Returns the skeleton of a wallet's name: names with the same skeleton look alike. The name itself if it has no letters besides "Wallet".
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const skeletonOf = (name: string): string => {
  const skeleton = Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LATIN_BY_HOMOGLYPH.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/i/g, 'l')
    .replace(/wallet$/, '');
  return skeleton === '' ? name : skeleton;
};
