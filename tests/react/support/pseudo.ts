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

/** Added length, about as much as German and Finnish need. */
const ADDED_LENGTH = 0.4;

/** Accents every letter of a text and lengthens it by 40 %, so that untranslated and clipped texts stand out. */
export const pseudoText = (text: string): string => {
  const accented = [...text].map((letter) => ACCENTED[letter] ?? letter).join('');
  return `[${accented}${'·'.repeat(Math.ceil(text.length * ADDED_LENGTH))}]`;
};

const pseudoEntry = (entry: string | ((...values: never[]) => string)): unknown =>
  typeof entry === 'string' ? pseudoText(entry) : (...values: never[]) => pseudoText(entry(...values));

/** Test catalogue: English with accents, 40 % longer. */
export const pseudo: Messages = {
  // Each entry keeps its type: text or function.
  ...(Object.fromEntries(Object.entries(en).map(([key, entry]) => [key, pseudoEntry(entry)])) as Messages),
  locale: 'en-XA',
};
