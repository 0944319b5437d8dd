const HEX_KEY = /^[0-9a-f]{64}$/;
const ADDRESS = /^toy([0-9a-f]{64})([0-9a-f]{4})$/;

/** Bytes as hex. */
export const toHex = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Hex as bytes; what is no hex reads as none. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(/^([0-9a-f]{2})*$/.test(text) ? (text.match(/../g) ?? []) : [], (pair) => Number.parseInt(pair, 16));

/** Fletcher-16 of the key: finds a mistyped digit and two that changed places. */
const checksum = (key: string): string => {
  let [a, b] = [0, 0];
  for (const byte of fromHex(key)) {
    a = (a + byte) % 255;
    b = (b + a) % 255;
  }
  return ((b << 8) | a).toString(16).padStart(4, '0');
};

/** The address of an ed25519 key, given as hex: `toy`, the key, its checksum. */
export const addressOfKey = (key: string): string => `toy${key}${checksum(key)}`;

/** The key that an address is made of, or `null` for a text that is no address. */
export const keyOfAddress = (address: string): string | null => {
  const [, key = '', sum] = ADDRESS.exec(address) ?? [];
  return HEX_KEY.test(key) && checksum(key) === sum ? key : null;
};

/** Whether the owner of an address signed these bytes. A signature is 64 bytes as hex. @see https://www.rfc-editor.org/rfc/rfc8032 */
export const isSignedBy = async (address: string, signature: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const raw = keyOfAddress(address);
  if (raw === null) return false;
  // Not every 32 bytes are a key.
  const key = await crypto.subtle.importKey('raw', fromHex(raw), 'Ed25519', false, ['verify']).catch(() => null);
  return key !== null && crypto.subtle.verify('Ed25519', key, fromHex(signature), bytes);
};
