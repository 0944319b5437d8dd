import { base64, base64nopad, base64urlnopad, utf8 } from '@scure/base';
import { attempt } from '../wire.js';

const unpadded = (text: string): string => text.replace(/={0,2}$/, '');

/** The bytes behind base64 in either alphabet, with or without padding; `null` when it is none. @see https://www.rfc-editor.org/rfc/rfc4648 */
export const base64ToBytes = (text: string): Uint8Array | null =>
  attempt(() => base64nopad.decode(unpadded(text).replaceAll('-', '+').replaceAll('_', '/'))) ?? null;

/** The ASCII text behind base64 of the standard alphabet, with or without padding; `null` when it is none. */
export const base64ToText = (text: string): string | null =>
  attempt(() => String.fromCharCode(...base64nopad.decode(unpadded(text)))) ?? null;

/** The text of UTF-8 bytes; `null` when they are none. @see https://www.rfc-editor.org/rfc/rfc3629 */
export const utf8Text = (bytes: Uint8Array): string | null => attempt(() => utf8.encode(bytes)) ?? null;

/** A text in UTF-8, in the base64 of URLs. */
export const textToBase64Url = (text: string): string => base64urlnopad.encode(utf8.decode(text));

/** Bytes in base64 of the standard alphabet, with padding. */
export const bytesToBase64 = (bytes: Uint8Array): string => base64.encode(bytes);

/** Bytes in the base64 of URLs, without padding. */
export const bytesToBase64Url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);
