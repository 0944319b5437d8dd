const HEX_KEY = /^[0-9a-f]{64}$/;
const ADDRESS = /^toy([0-9a-f]{64})([0-9a-f]{4})$/;

/** Encodes bytes as hex. */
export const toHex = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes hex. Returns no bytes for invalid hex. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(/^([0-9a-f]{2})*$/.test(text) ? (text.match(/../g) ?? []) : [], (pair) => Number.parseInt(pair, 16));

/** Fletcher-16 of the key. Detects a mistyped digit and two swapped digits. */
const checksum = (key: string): string => {
  let [a, b] = [0, 0];
  for (const byte of fromHex(key)) {
    a = (a + byte) % 255;
    b = (b + a) % 255;
  }
  return ((b << 8) | a).toString(16).padStart(4, '0');
};

/** Returns the address of an ed25519 public key in hex: `toy`, the key, its checksum. */
export const addressOfKey = (key: string): string => `toy${key}${checksum(key)}`;

/** Returns the public key in an address, or `null` for an invalid address. */
export const keyOfAddress = (address: string): string | null => {
  const [, key = '', sum] = ADDRESS.exec(address) ?? [];
  return HEX_KEY.test(key) && checksum(key) === sum ? key : null;
};

/** Verifies an ed25519 signature (64 bytes in hex) by the owner of an address. @see https://www.rfc-editor.org/rfc/rfc8032 */
export const isSignedBy = async (address: string, signature: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  const raw = keyOfAddress(address);
  if (raw === null) return false;
  // Not every 32 bytes are a valid public key.
  const key = await crypto.subtle.importKey('raw', fromHex(raw), 'Ed25519', false, ['verify']).catch(() => null);
  return key !== null && crypto.subtle.verify('Ed25519', key, fromHex(signature), bytes);
};
