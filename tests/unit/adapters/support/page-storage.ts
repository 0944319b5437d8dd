import type { PageStorage } from '../../../../adapters/storage/browser-storage.js';

/** A browser's storage for several tabs of one origin, with the faults of real ones. */
export class TestDisk {
  readonly texts = new Map<string, string>();
  mode: 'working' | 'full' | 'blocked' | 'absent' = 'working';

  /** What `window.localStorage` does in this browser. */
  readonly open = (): PageStorage | undefined => {
    if (this.mode === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError');
    return this.mode === 'absent' ? undefined : this.#storage;
  };

  readonly #storage: PageStorage = {
    getItem: (key) => this.texts.get(key) ?? null,
    setItem: (key, value) => {
      if (this.mode === 'full') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      this.texts.set(key, value);
    },
    removeItem: (key) => {
      this.texts.delete(key);
    },
  };

  /** The event that a page gets when another tab wrote or removed a text, or cleared everything (`key` null). */
  event(key: string | null, newValue: string | null, storageArea: unknown = this.#storage): Event {
    return Object.assign(new Event('storage'), { key, newValue, storageArea });
  }
}
