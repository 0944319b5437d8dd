import { equalBytes } from '@noble/curves/utils.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { asRecord } from '../../domain/wire.js';
import type { KeyCipher, SealedText } from './key-cipher.js';

const PREFIX = '@latchkey/wc/key/';

/**
 * Keys of pairings and sessions, in hex, each in a separate encrypted record, so that all tabs share them and no record contains one in
 * plain text. What that protects from: {@link KeyCipher}. Without encryption they are kept in memory only.
 */
export class KeyVault {
  readonly #store: RecordStore;
  readonly #cipher: KeyCipher;
  readonly #keys = new Map<string, string>();

  constructor(store: RecordStore, cipher: KeyCipher) {
    this.#store = store;
    this.#cipher = cipher;
  }

  /** Loads a key for {@link get}. Returns whether it exists. */
  async load(name: string): Promise<boolean> {
    if (this.#keys.has(name)) return true;
    const key = await this.#cipher.open(name, await this.#store.get(PREFIX + name));
    // A key set meanwhile takes precedence.
    if (key !== null && !this.#keys.has(name)) this.#keys.set(name, key);
    return this.#keys.has(name);
  }

  /** Returns the names of all keys without decrypting them. A corrupt key counts until its {@link load}. */
  async names(): Promise<ReadonlySet<string>> {
    const [stored, isOpenable] = await Promise.all([this.#store.keys(PREFIX), this.#cipher.hasKey()]);
    const names = new Set(this.#keys.keys());
    if (isOpenable) for (const key of stored) names.add(key.slice(PREFIX.length));
    return names;
  }

  /** Returns a key that was loaded or set. */
  get(name: string): string | undefined {
    return this.#keys.get(name);
  }

  async set(name: string, key: string): Promise<void> {
    this.#keys.set(name, key);
    const sealed = await this.#cipher.seal(name, key);
    // It may have been removed while it was encrypted.
    if (sealed !== null && this.#keys.get(name) === key) await this.#store.set(PREFIX + name, sealed);
  }

  /** Creates a key unless any tab has created it. */
  async claim(name: string, make: () => string): Promise<void> {
    if (await this.load(name)) return;
    const own = make();
    const sealed = await this.#cipher.seal(name, own);
    const stored = sealed === null ? null : await this.#store.claim(PREFIX + name, sealed);
    // Usually the own key was stored, which need not be decrypted.
    const claimed = sealed !== null && isSameRecord(sealed, stored) ? own : await this.#cipher.open(name, stored);
    if (this.#keys.has(name)) return;
    if (claimed === null) await this.set(name, own);
    else this.#keys.set(name, claimed);
  }

  /** Returns whether the keys of all these names are persistent. */
  async areStored(names: Iterable<string>): Promise<boolean> {
    const stored = new Set(await this.#store.keys(PREFIX));
    return [...names].every((name) => stored.has(PREFIX + name));
  }

  async remove(name: string): Promise<void> {
    this.#keys.delete(name);
    await this.#store.remove(PREFIX + name);
  }
}

/** Compares the IVs, which are random for each encryption. */
const isSameRecord = ({ iv }: SealedText, stored: unknown): boolean => {
  const found = asRecord(stored)['iv'];
  return found instanceof Uint8Array && equalBytes(iv, found);
};
