import * as v from 'valibot';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { read } from '../../domain/wire.js';

/** A text that only this browser can open. */
export interface SealedText {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const RECORD = '@latchkey/wc/cipher';
const ALGORITHM = 'AES-GCM';
const KEY_BITS = 256;
/** @see https://csrc.nist.gov/pubs/sp/800/38/d/final */
const IV_BYTES = 12;

const isKey = (value: unknown): value is CryptoKey => typeof CryptoKey !== 'undefined' && value instanceof CryptoKey;

const sealedSchema = v.object({ iv: v.custom<SealedText['iv']>((value) => value instanceof Uint8Array), sealed: v.instance(ArrayBuffer) });

/**
 * Seals texts under a key that the browser keeps for all tabs and nobody can read, not even this page.
 * @see https://www.w3.org/TR/WebCryptoAPI/
 */
export class KeyCipher {
  readonly #store: RecordStore;
  /** Absent on pages without a secure context. */
  readonly #subtle: SubtleCrypto | undefined;
  #key: Promise<CryptoKey | null> | null = null;

  constructor(store: RecordStore, subtle: SubtleCrypto | undefined) {
    this.#store = store;
    this.#subtle = subtle;
  }

  /** Whether there is a key that may open what was sealed before. Makes none, and does not look at it. */
  async isThere(): Promise<boolean> {
    return this.#subtle !== undefined && (await this.#store.keys(RECORD)).includes(RECORD);
  }

  /** @param name what the text is kept under: it opens under no other. `null` where nothing can be sealed. */
  async seal(name: string, text: string): Promise<SealedText | null> {
    const key = await this.#load();
    if (key === null || this.#subtle === undefined) return null;
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    return { iv, sealed: await this.#subtle.encrypt(parameters(name, iv), key, new TextEncoder().encode(text)) };
  }

  /** `null` for what was not sealed by this browser under this name. */
  async open(name: string, record: unknown): Promise<string | null> {
    const found = read(sealedSchema, record);
    const key = found === null ? null : await this.#load();
    if (found === null || key === null || this.#subtle === undefined) return null;
    try {
      return new TextDecoder().decode(await this.#subtle.decrypt(parameters(name, found.iv), key, found.sealed));
    } catch {
      return null;
    }
  }

  /** The key that the first tab made. */
  #load(): Promise<CryptoKey | null> {
    this.#key ??= this.#claim();
    return this.#key;
  }

  async #claim(): Promise<CryptoKey | null> {
    const found = await this.#store.get(RECORD);
    if (isKey(found) || this.#subtle === undefined) return isKey(found) ? found : null;
    // Something else in its place is damage: what was sealed is lost either way.
    if (found !== undefined) await this.#store.remove(RECORD);
    const key = await this.#subtle.generateKey({ name: ALGORITHM, length: KEY_BITS }, false, ['encrypt', 'decrypt']);
    const claimed = await this.#store.claim(RECORD, key);
    return isKey(claimed) ? claimed : key;
  }
}

const parameters = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: ALGORITHM,
  iv,
  additionalData: new TextEncoder().encode(name),
});
