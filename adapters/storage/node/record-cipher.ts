import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts the bytes of a record file. */
export interface RecordCipher {
  /** @param name authenticated with the bytes: they decrypt under no other name */
  encrypt(bytes: Uint8Array, name: string): Uint8Array;
  /** Throws if the bytes were encrypted with another secret or name. */
  decrypt(bytes: Uint8Array, name: string): Uint8Array;
}

/** No encryption: anyone who can read the file can read the record. */
export const PLAIN_CIPHER: RecordCipher = { encrypt: (bytes) => bytes, decrypt: (bytes) => bytes };

/** @see https://csrc.nist.gov/pubs/sp/800/38/d/final */
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts records with a key derived from a secret.
 * @param secret random, not a user's password: the derivation does not slow down guessing
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export const secretCipher = (secret: string): RecordCipher => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', '@latchkey/file-storage', KEY_BYTES));
  return {
    encrypt: (bytes, name) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
      return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (bytes, name) => {
      const tagOffset = bytes.length - TAG_BYTES;
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(tagOffset));
      return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, tagOffset)), cipher.final()]);
    },
  };
};
