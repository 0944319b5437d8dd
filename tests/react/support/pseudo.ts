import { en, type Messages } from '../../../presentation/messages/en.js';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'à',
  b: 'ƀ',
  c: 'ç',
  d: 'ð',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'î',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ô',
  p: 'þ',
  q: 'ǫ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'À',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ô',
  P: 'Þ',
  Q: 'Ǫ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
};

/** How much longer than English the pseudo-locale is: German and Finnish need about that much. */
const LONGER = 0.4;

/** Accents every letter of a text and makes it 40 % longer, so that untranslated and clipped texts stand out. */
export const pseudoText = (text: string): string => {
  const accented = [...text].map((letter) => ACCENTED[letter] ?? letter).join('');
  return `[${accented}${'·'.repeat(Math.ceil(text.length * LONGER))}]`;
};

const pseudoEntry = (entry: string | ((...values: never[]) => string)): unknown =>
  typeof entry === 'string' ? pseudoText(entry) : (...values: never[]) => pseudoText(entry(...values));

/** A catalogue for tests: English with accents, 40 % longer. */
export const pseudo: Messages = {
  // Each entry keeps its kind: a text stays a text, a function keeps its parameters.
  ...(Object.fromEntries(Object.entries(en).map(([key, entry]) => [key, pseudoEntry(entry)])) as Messages),
  locale: 'en-XA',
};
