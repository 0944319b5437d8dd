import { membersOf } from '../../domain/wire.js';
/** A secret key as it is written. */
export interface StoredKey {
  readonly '@latchkey/key': ArrayBuffer;
  readonly algorithm: KeyAlgorithm;
  readonly usages: readonly KeyUsage[];
}

/** Whether a record is a key. */
export const isStoredKey = (value: unknown): value is StoredKey => membersOf(value)['@latchkey/key'] instanceof ArrayBuffer;

/**
 * A new key of the same kind, in a form that can be written: one that nobody can read cannot be. A key that is no secret
 * one, such as half of a pair, is given back as it is.
 */
export const storableKey = async (key: CryptoKey): Promise<StoredKey | CryptoKey> => {
  const { algorithm, type, usages } = key;
  if (type !== 'secret') return key;
  // What a secret key says of its algorithm is what another one is made with.
  const own = await crypto.subtle.generateKey(algorithm as AesKeyAlgorithm, true, usages);
  return { '@latchkey/key': await crypto.subtle.exportKey('raw', own), algorithm, usages };
};

/** The key in use: nobody can read it. */
export const openKey = ({ '@latchkey/key': bytes, algorithm, usages }: StoredKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, algorithm, false, usages);
