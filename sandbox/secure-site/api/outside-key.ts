import { encodeFields, fromBase64Url, toBase64Url } from '../protocol/encoding.js';

/** Minimum length of the key. */
const KEY_BYTES = 32;
const IV_BYTES = 12;
const VERSION = '1.';

/**
 * The key that is outside of the database. A copy of the database without it has no code, no secret of the server, and no email address in
 * its limits.
 */
export class OutsideKey {
  readonly #hmac: CryptoKey;
  readonly #aes: CryptoKey;

  private constructor(hmac: CryptoKey, aes: CryptoKey) {
    this.#hmac = hmac;
    this.#aes = aes;
  }

  /** @param bytes at least 32 random bytes @throws RangeError for fewer */
  static async import(bytes: Uint8Array<ArrayBuffer>): Promise<OutsideKey> {
    if (bytes.length < KEY_BYTES) throw new RangeError(`The key of the secure site has at least ${KEY_BYTES} bytes`);
    const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey']);
    const hkdf = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info: encodeFields(info) });
    return new OutsideKey(
      await crypto.subtle.deriveKey(hkdf('latchkey/secure-site/hmac/1'), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
        'sign',
      ]),
      await crypto.subtle.deriveKey(hkdf('latchkey/secure-site/secrets/1'), material, { name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ]),
    );
  }

  /** HMAC-SHA-256 over fields, in base64url. The first field is its purpose. */
  async hmac(...fields: readonly [string, ...string[]]): Promise<string> {
    return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', this.#hmac, encodeFields(...fields))));
  }

  /** Encrypts a secret for the database. @param context what it belongs to; it opens under the same only */
  async seal(secret: Uint8Array<ArrayBuffer>, context: readonly string[]): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encodeFields(...context) }, this.#aes, secret);
    return `${VERSION}${toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))}`;
  }

  /** Decrypts a secret of the database. @throws Error if it was changed, or belongs to something else */
  async open(sealed: string, context: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
    if (!sealed.startsWith(VERSION)) throw new Error('Unknown version of a sealed secret');
    const bytes = fromBase64Url(sealed.slice(VERSION.length));
    const parameters = { name: 'AES-GCM', iv: bytes.slice(0, IV_BYTES), additionalData: encodeFields(...context) };
    return new Uint8Array(await crypto.subtle.decrypt(parameters, this.#aes, bytes.slice(IV_BYTES)));
  }
}
