import { equalBytes } from '@noble/curves/utils.js';
import type { RecordStore } from '../../application/ports/record-store.port.js';
import { membersOf } from '../../domain/wire.js';
import type { KeyCipher, SealedText } from './key-cipher.js';

const PREFIX = '@latchkey/wc/key/';

/**
 * The keys of pairings and sessions, in hex, each a sealed record of its own: so that a key which another tab made is found,
 * and none of them lies in the browser in clear. Where nothing can be sealed they are kept for this page only.
 */
export class KeyVault {
  readonly #store: RecordStore;
  readonly #cipher: KeyCipher;
  readonly #keys = new Map<string, string>();

  constructor(store: RecordStore, cipher: KeyCipher) {
    this.#store = store;
    this.#cipher = cipher;
  }

  /** Makes a key ready for {@link get}; whether there is one. */
  async load(name: string): Promise<boolean> {
    if (this.#keys.has(name)) return true;
    const key = await this.#cipher.open(name, await this.#store.get(PREFIX + name));
    // Whoever set one meanwhile knows better.
    if (key !== null && !this.#keys.has(name)) this.#keys.set(name, key);
    return this.#keys.has(name);
  }

  /** What there are keys of. None is opened: one that is damaged counts until its {@link load}. */
  async names(): Promise<ReadonlySet<string>> {
    const [kept, isOpenable] = await Promise.all([this.#store.keys(PREFIX), this.#cipher.isThere()]);
    const names = new Set(this.#keys.keys());
    if (isOpenable) for (const key of kept) names.add(key.slice(PREFIX.length));
    return names;
  }

  /** A key that was loaded or set. */
  get(name: string): string | undefined {
    return this.#keys.get(name);
  }

  async set(name: string, key: string): Promise<void> {
    this.#keys.set(name, key);
    const sealed = await this.#cipher.seal(name, key);
    // Removed again while it was being sealed.
    if (sealed !== null && this.#keys.get(name) === key) await this.#store.set(PREFIX + name, sealed);
  }

  /** The key of a name for all tabs: the first that asks makes it. */
  async claim(name: string, make: () => string): Promise<void> {
    if (await this.load(name)) return;
    const own = make();
    const sealed = await this.#cipher.seal(name, own);
    const stored = sealed === null ? null : await this.#store.claim(PREFIX + name, sealed);
    // Mostly it is the own one that counts: it need not be opened.
    const claimed = sealed !== null && isSame(sealed, stored) ? own : await this.#cipher.open(name, stored);
    if (this.#keys.has(name)) return;
    if (claimed === null) await this.set(name, own);
    else this.#keys.set(name, claimed);
  }

  /** Whether all keys of these names outlive the page, as far as their store does. */
  async areKept(names: Iterable<string>): Promise<boolean> {
    const kept = new Set(await this.#store.keys(PREFIX));
    return [...names].every((name) => kept.has(PREFIX + name));
  }

  async remove(name: string): Promise<void> {
    this.#keys.delete(name);
    await this.#store.remove(PREFIX + name);
  }
}

/** What is sealed begins with bytes that are drawn for it alone. */
const isSame = ({ iv }: SealedText, stored: unknown): boolean => {
  const found = membersOf(stored)['iv'];
  return found instanceof Uint8Array && equalBytes(iv, found);
};
