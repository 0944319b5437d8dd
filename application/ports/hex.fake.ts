/** Fake signature or hash: `0x` and `digits` hex digits, deterministic for an input. */
export const fakeHex = (input: string, digits: number): string => {
  let state = 0x811c9dc5;
  for (const character of input) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  let text = '';
  while (text.length < digits) {
    state = (Math.imul(state, 0x0019660d) + 0x3c6ef35f) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return `0x${text.slice(0, digits)}`;
};
