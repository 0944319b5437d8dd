import { encodeParts, fromBase64Url, toBase64Url } from '../keys/encode.js';

export { fromBase64Url, toBase64Url };

const utf8 = new TextEncoder();

/** A copy in a buffer of its own, as WebCrypto needs it. */
export const bytesOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Encodes text in UTF-8. */
export const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => bytesOf(utf8.encode(text));

/** Encodes a list of texts without ambiguity, see {@link encodeParts}. */
export const encodeFields = (...fields: readonly string[]): Uint8Array<ArrayBuffer> => encodeParts(fields);

/** SHA-256 in base64url. */
export const digestOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

/** Random bytes in base64url. */
export const randomText = (length: number): string => toBase64Url(crypto.getRandomValues(new Uint8Array(length)));

/** A new secret of 256 bits, such as that of a device. */
export const randomSecret = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32));
