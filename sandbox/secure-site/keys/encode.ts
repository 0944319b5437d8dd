import { base64urlnopad } from '@scure/base';

/**
 * Encodes a list so that no two lists of one purpose have the same bytes: each part has its length (4 bytes, big endian) before it. A number
 * is its decimal digits, so each position of a list has one type.
 * @throws RangeError for a text that UTF-8 cannot express (a lone surrogate would become U+FFFD, as another text would), and for a number
 * that is not a safe integer of 0 or more
 */
export const encodeParts = (parts: readonly (string | number)[]): Uint8Array<ArrayBuffer> => {
  const encoded = parts.map(encodePart);
  const bytes = new Uint8Array(encoded.reduce((length, part) => length + 4 + part.length, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const part of encoded) {
    view.setUint32(offset, part.length);
    bytes.set(part, offset + 4);
    offset += 4 + part.length;
  }
  return bytes;
};

const encodePart = (part: string | number): Uint8Array => {
  if (typeof part === 'number' && !(Number.isSafeInteger(part) && part >= 0)) throw new RangeError('A number is an integer of 0 or more');
  if (!isWellFormed(String(part))) throw new RangeError('A text has a lone surrogate');
  return new TextEncoder().encode(String(part));
};

/** Tests for lone surrogates, which UTF-8 cannot express. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** Base64url without padding. @see https://www.rfc-editor.org/rfc/rfc4648#section-5 */
export const toBase64Url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);

/** @throws Error for anything but canonical base64url without padding */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(base64urlnopad.decode(text));
