import { asRecord } from '../../domain/wire.js';
/** Stored form of a secret key. */
export interface StoredKey {
  readonly '@latchkey/key': ArrayBuffer;
  readonly algorithm: KeyAlgorithm;
  readonly usages: readonly KeyUsage[];
}

export const isStoredKey = (value: unknown): value is StoredKey => asRecord(value)['@latchkey/key'] instanceof ArrayBuffer;

/**
 * Generates a new key of the same kind in storable form, since a non-extractable key cannot be stored. A key that is not secret, such as
 * one of a key pair, is returned unchanged.
 */
export const storableKey = async (key: CryptoKey): Promise<StoredKey | CryptoKey> => {
  const { algorithm, type, usages } = key;
  if (type !== 'secret') return key;
  // The algorithm of a secret key is also its generation parameter.
  const own = await crypto.subtle.generateKey(algorithm as AesKeyAlgorithm, true, usages);
  return { '@latchkey/key': await crypto.subtle.exportKey('raw', own), algorithm, usages };
};

/** Imports a stored key as non-extractable. */
export const openKey = ({ '@latchkey/key': bytes, algorithm, usages }: StoredKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, algorithm, false, usages);
