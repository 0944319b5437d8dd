import * as v from 'valibot';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { parseOrNull } from '../../domain/wire.js';

/** A text encrypted with the browser's key. */
export interface SealedText {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const RECORD_KEY = '@latchkey/wc/cipher';
const ALGORITHM = 'AES-GCM';
const KEY_BITS = 256;
/** @see https://csrc.nist.gov/pubs/sp/800/38/d/final */
const IV_BYTES = 12;

const isKey = (value: unknown): value is CryptoKey => typeof CryptoKey !== 'undefined' && value instanceof CryptoKey;

const sealedSchema = v.object({ iv: v.custom<SealedText['iv']>((value) => value instanceof Uint8Array), sealed: v.instance(ArrayBuffer) });

/**
 * Encrypts texts with a non-extractable key, which the browser stores for all tabs. Scripts of the origin cannot export it, but can decrypt
 * with it, and browsers store it unencrypted in their profile: it protects copies of the records, not those of the profile.
 * @see https://www.w3.org/TR/WebCryptoAPI/
 */
export class KeyCipher {
  readonly #store: RecordStore;
  /** Missing outside secure contexts. */
  readonly #subtle: SubtleCrypto | undefined;
  #key: Promise<CryptoKey | null> | null = null;

  constructor(store: RecordStore, subtle: SubtleCrypto | undefined) {
    this.#store = store;
    this.#subtle = subtle;
  }

  /** Returns whether there is a stored key. Does not create or load it. */
  async hasKey(): Promise<boolean> {
    return this.#subtle !== undefined && (await this.#store.keys(RECORD_KEY)).includes(RECORD_KEY);
  }

  /** Encrypts a text; returns `null` without Web Crypto. @param name storage name; the text can only be decrypted with the same name */
  async seal(name: string, text: string): Promise<SealedText | null> {
    const key = await this.#load();
    if (key === null || this.#subtle === undefined) return null;
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    return { iv, sealed: await this.#subtle.encrypt(parameters(name, iv), key, new TextEncoder().encode(text)) };
  }

  /** Returns `null` for a record that was not sealed by this browser under this name. */
  async open(name: string, record: unknown): Promise<string | null> {
    const found = parseOrNull(sealedSchema, record);
    const key = found === null ? null : await this.#load();
    if (found === null || key === null || this.#subtle === undefined) return null;
    try {
      return new TextDecoder().decode(await this.#subtle.decrypt(parameters(name, found.iv), key, found.sealed));
    } catch {
      return null;
    }
  }

  /** Returns the key that the first tab created. */
  #load(): Promise<CryptoKey | null> {
    this.#key ??= this.#claim();
    return this.#key;
  }

  async #claim(): Promise<CryptoKey | null> {
    const found = await this.#store.get(RECORD_KEY);
    if (isKey(found) || this.#subtle === undefined) return isKey(found) ? found : null;
    // An invalid record is replaced: the texts encrypted with its key are lost either way.
    if (found !== undefined) await this.#store.remove(RECORD_KEY);
    const key = await this.#subtle.generateKey({ name: ALGORITHM, length: KEY_BITS }, false, ['encrypt', 'decrypt']);
    const claimed = await this.#store.claim(RECORD_KEY, key);
    return isKey(claimed) ? claimed : key;
  }
}

const parameters = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: ALGORITHM,
  iv,
  additionalData: new TextEncoder().encode(name),
});
