/** A number from a text, the same for the same text (FNV-1a, 32 bits). @see https://www.rfc-editor.org/rfc/rfc9923 */
export const seedOf = (text: string): number => {
  let seed = 0x811c9dc5;
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return seed >>> 0;
};

/** A hue in degrees from a text. */
export const hueOf = (text: string): number => seedOf(text) % 360;
