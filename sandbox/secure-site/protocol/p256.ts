import { digestOf, fromBase64Url, toBase64Url, toUtf8 } from './encoding.js';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ECDSA_SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Creates a signing key whose private half cannot be exported. */
export const createSigningKey = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']);

/** Public key as an uncompressed point (65 bytes) in base64url. */
export const exportPoint = async (key: CryptoKey): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', key)));

/**
 * JWK thumbprint of a public key.
 * @param point uncompressed point in base64url
 * @see https://www.rfc-editor.org/rfc/rfc7638
 */
export const thumbprintOf = (point: string): Promise<string> => {
  const bytes = fromBase64Url(point);
  const [x, y] = [toBase64Url(bytes.subarray(1, 33)), toBase64Url(bytes.subarray(33))];
  return digestOf(toUtf8(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`));
};

/** Signs bytes with ECDSA P-256 and SHA-256. Returns `r || s` in base64url. */
export const signBytes = async (privateKey: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.sign(ECDSA_SHA256, privateKey, bytes)));

/** Returns whether a signature is valid; false also for a key or a signature that is malformed. @param point uncompressed point in base64url */
export const verifyBytes = async (point: string, signature: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64Url(point), ECDSA, false, ['verify']);
    return await crypto.subtle.verify(ECDSA_SHA256, key, fromBase64Url(signature), bytes);
  } catch {
    return false;
  }
};
