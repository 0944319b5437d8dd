import { fromBase64Url, toBase64Url } from './encode.js';

/** Length of every key and secret: 256 bits. */
export const KEY_BYTES = 32;
/** Of a wallet's entropy, 128 bits: twelve words. Documents need it without the words, whose list is as long as all else they load. */
export const ENTROPY_BYTES = 16;
/** Of a policy: the server takes vaults of 8,192 characters. */
export const MAX_POLICY_BYTES = 4_096;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

/** Bytes sealed with AES-256-GCM. */
export interface Sealed {
  /** 12 bytes, base64url. */
  readonly iv: string;
  /** Ciphertext and 16 bytes of tag, base64url. */
  readonly sealed: string;
}

/** Source of random bytes; replaced to make test vectors. */
export type RandomBytes = (length: number) => Uint8Array<ArrayBuffer>;

export const randomBytes: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

const importKey = (key: Uint8Array<ArrayBuffer>, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> => {
  if (key.length !== KEY_BYTES) throw new RangeError(`A key has ${KEY_BYTES} bytes`);
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [usage]);
};

/**
 * Seals bytes with a key that seals nothing else.
 * @param header authenticated, not stored
 * @throws RangeError if the key has not 256 bits
 * @see https://csrc.nist.gov/pubs/sp/800/38/d/final
 */
export const seal = async (
  plain: Uint8Array<ArrayBuffer>,
  key: Uint8Array<ArrayBuffer>,
  header: Uint8Array<ArrayBuffer>,
  random: RandomBytes,
): Promise<Sealed> => {
  const aesKey = await importKey(key, 'encrypt');
  const iv = random(IV_BYTES);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: header }, aesKey, plain);
  return { iv: toBase64Url(iv), sealed: toBase64Url(new Uint8Array(sealed)) };
};

/**
 * Opens sealed bytes; `null` if the key or the header is another one, or a bit has changed.
 * @throws RangeError if the key has not 256 bits
 */
export const open = async (
  { iv, sealed }: Sealed,
  key: Uint8Array<ArrayBuffer>,
  header: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const aesKey = await importKey(key, 'decrypt');
  try {
    const algorithm = { name: 'AES-GCM', iv: fromBase64Url(iv), additionalData: header };
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, aesKey, fromBase64Url(sealed)));
  } catch {
    return null;
  }
};
