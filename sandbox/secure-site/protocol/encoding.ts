import { base64urlnopad } from '@scure/base';

const utf8 = new TextEncoder();

/** A copy in a buffer of its own, as WebCrypto needs it. */
export const bytesOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Encodes bytes in base64url without padding (RFC 4648). */
export const toBase64Url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);

/** Decodes base64url without padding. @throws Error for anything else */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => bytesOf(base64urlnopad.decode(text));

/** Encodes text in UTF-8. */
export const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => bytesOf(utf8.encode(text));

/** Encodes a list of texts without ambiguity: each in UTF-8 after its length in bytes, a 32-bit big-endian number. */
export const encodeFields = (...fields: readonly string[]): Uint8Array<ArrayBuffer> => {
  const encoded = fields.map((field) => utf8.encode(field));
  const bytes = new Uint8Array(encoded.reduce((length, field) => length + 4 + field.length, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const field of encoded) {
    view.setUint32(offset, field.length);
    bytes.set(field, offset + 4);
    offset += 4 + field.length;
  }
  return bytes;
};

/** SHA-256 in base64url. */
export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Random bytes in base64url. */
export const randomText = (length: number): string => toBase64Url(crypto.getRandomValues(new Uint8Array(length)));
