/** The text of UTF-8 bytes; `null` when they are none. @see https://www.rfc-editor.org/rfc/rfc3629 */
export const utf8Text = (bytes: Uint8Array): string | null => {
  try {
    // The language itself decodes UTF-8 here, and refuses what is none.
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  } catch {
    return null;
  }
};
