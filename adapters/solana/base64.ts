/** Base64 with padding, as nodes and wallets take it. @see https://www.rfc-editor.org/rfc/rfc4648#section-4 */
export const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
