/** Hashes a text (FNV-1a, 32 bits). @see https://www.rfc-editor.org/rfc/rfc9923 */
export const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** Hue in degrees derived from a text. */
export const hueFromText = (text: string): number => fnv1a(text) % 360;
