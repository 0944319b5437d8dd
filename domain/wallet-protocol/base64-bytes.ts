/** @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** @see https://www.rfc-editor.org/rfc/rfc4648#section-5 */
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;

const ALPHABETS = { standard: STANDARD, url: URL_SAFE } as const;

/** What each character of either alphabet stands for. */
const UNITS: ReadonlyMap<string, number> = new Map(
  [STANDARD, URL_SAFE].flatMap((alphabet) => Array.from(alphabet, (character, unit) => [character, unit] as const)),
);

const FORM = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Base64 of bytes, without padding. */
export const bytesToBase64 = (bytes: Uint8Array, alphabet: keyof typeof ALPHABETS): string => {
  const letters = ALPHABETS[alphabet];
  const text: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const triple = (first << 16) | (second << 8) | third;
    const held = Math.min(3, bytes.length - at) + 1;
    for (let index = 0; index < held; index += 1) text.push(letters.charAt((triple >> (18 - 6 * index)) & 0x3f));
  }
  return text.join('');
};

/** The bytes behind base64 in either alphabet, with or without padding; `null` when it is none. */
export const base64ToBytes = (text: string): Uint8Array | null => {
  if (!FORM.test(text)) return null;
  const bare = text.replace(/=+$/, '');
  if (bare.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((bare.length * 3) / 4));
  let buffer = 0;
  let held = 0;
  let at = 0;
  for (const character of bare) {
    buffer = ((buffer << 6) | (UNITS.get(character) ?? 0)) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at] = (buffer >> held) & 0xff;
    at += 1;
  }
  return bytes;
};
