import { base64, base64nopad, base64urlnopad, utf8 } from '@scure/base';
import { attempt } from './wire.js';

const unpadded = (text: string): string => text.replace(/={0,2}$/, '');

/** Decodes base64 or base64url, with or without padding; `null` if it is invalid. @see https://www.rfc-editor.org/rfc/rfc4648 */
export const base64ToBytes = (text: string): Uint8Array | null =>
  attempt(() => base64nopad.decode(unpadded(text).replaceAll('-', '+').replaceAll('_', '/'))) ?? null;

/** Decodes standard base64 of ASCII text, with or without padding; `null` if it is invalid. */
export const base64ToText = (text: string): string | null =>
  attempt(() => String.fromCharCode(...base64nopad.decode(unpadded(text)))) ?? null;

/** Decodes UTF-8; `null` if it is invalid. @see https://www.rfc-editor.org/rfc/rfc3629 */
export const utf8Text = (bytes: Uint8Array): string | null => attempt(() => utf8.encode(bytes)) ?? null;

/** Encodes a string as UTF-8 in base64url, without padding. */
export const textToBase64Url = (text: string): string => base64urlnopad.encode(utf8.decode(text));

/** Encodes bytes in standard base64, with padding. */
export const bytesToBase64 = (bytes: Uint8Array): string => base64.encode(bytes);

/** Encodes bytes in base64url, without padding. */
export const bytesToBase64Url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);
