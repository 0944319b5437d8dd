/**
 * Letters, digits and strokes in lower case, each followed by the Latin letter that it resembles. No letter is longer than a code unit.
 * @see https://www.unicode.org/Public/security/latest/confusables.txt
 */
const HOMOGLYPHS = [
  // Cyrillic, Greek, digits.
  'аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdһhӏlαaβbεeηnιiκkμmνvοoρpτtυuχxωw0o1l|l',
  // Armenian.
  'սuտsօoհhոnցgյjլl',
  // Lisu.
  'ꓐbꓑpꓓdꓔtꓖgꓗkꓙjꓚcꓜzꓝfꓟmꓠnꓡlꓢsꓣrꓦvꓧhꓪwꓫxꓬyꓮaꓰeꓲiꓳoꓴu',
  // Cherokee.
  'ꭺaꭰdꭱrꭲtꭵiꭹyꭻjꭼeꮃwꮇmꮋhꮐgꮓzꮪsꮩvꮤwꮮlꮯcꮲpꮶkᏼbꮟbꮒh',
  // Small capitals and the dotless i.
  'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzıi',
].join('');

const LATIN_BY_HOMOGLYPH = new Map(
  Array.from({ length: HOMOGLYPHS.length / 2 }, (_, at) => [HOMOGLYPHS.charAt(2 * at), HOMOGLYPHS.charAt(2 * at + 1)]),
);

/** Skeletons by name. Lists of thousands of tokens are compared again with each poll. */
const skeletons = new Map<string, string>();
/** Beyond it, all are forgotten. */
const MAX_SKELETONS = 20_000;

/**
 * Returns the skeleton of a name: names with the same skeleton look alike. The name itself if it has no letters besides "Wallet".
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export const skeletonOf = (name: string): string => {
  const known = skeletons.get(name);
  if (known !== undefined) return known;
  if (skeletons.size >= MAX_SKELETONS) skeletons.clear();
  const skeleton = readSkeleton(name);
  skeletons.set(name, skeleton);
  return skeleton;
};

const readSkeleton = (name: string): string => {
  const skeleton = Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LATIN_BY_HOMOGLYPH.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/i/g, 'l')
    .replace(/wallet$/, '');
  return skeleton === '' ? name : skeleton;
};
