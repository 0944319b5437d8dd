import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** How the bytes of a record lie in its file. */
export interface Seal {
  /** @param name what they are kept under: they open under no other */
  close(bytes: Uint8Array, name: string): Uint8Array;
  /** Throws for what was not closed by a seal of the same secret under this name. */
  open(bytes: Uint8Array, name: string): Uint8Array;
}

/** No seal: whoever may read the file reads the record. */
export const OPEN_SEAL: Seal = { close: (bytes) => bytes, open: (bytes) => bytes };

/** @see https://csrc.nist.gov/pubs/sp/800/38/d/final */
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals records under a key that is made of a secret.
 * @param secret random, not a word of a person: nothing slows a guesser down
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export const sealOf = (secret: string): Seal => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', '@latchkey/file-storage', KEY_BYTES));
  return {
    close: (bytes, name) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
      return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open: (bytes, name) => {
      const end = bytes.length - TAG_BYTES;
      const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(end));
      return Buffer.concat([cipher.update(bytes.subarray(IV_BYTES, end)), cipher.final()]);
    },
  };
};
