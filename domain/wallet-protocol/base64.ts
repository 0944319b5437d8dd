import { base64ToBytes, bytesToBase64 } from './base64-bytes.js';

/** Base64 of an ASCII text, without padding. */
export const toBase64 = (text: string): string =>
  bytesToBase64(
    Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff),
    'standard',
  );

/** The text behind base64 of the standard alphabet, with or without padding; `null` when it is none. */
export const fromBase64 = (text: string): string | null => {
  const bytes = /[-_]/.test(text) ? null : base64ToBytes(text);
  return bytes === null ? null : String.fromCharCode(...bytes);
};
