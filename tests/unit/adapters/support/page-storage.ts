import type { WebStorage } from '../../../../adapters/storage/browser-storage.js';

/** A localStorage shared by several tabs, with the faults of real ones. */
export class TestBrowserStorage {
  readonly texts = new Map<string, string>();
  mode: 'working' | 'full' | 'blocked' | 'absent' = 'working';

  /** Reads `window.localStorage` in this browser. */
  readonly open = (): WebStorage | undefined => {
    if (this.mode === 'blocked') throw new DOMException('The operation is insecure.', 'SecurityError');
    return this.mode === 'absent' ? undefined : this.#storage;
  };

  readonly #storage: WebStorage = {
    getItem: (key) => this.texts.get(key) ?? null,
    setItem: (key, value) => {
      if (this.mode === 'full') throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      this.texts.set(key, value);
    },
    removeItem: (key) => {
      this.texts.delete(key);
    },
  };

  /** The event of a change in another tab; `key` is null when it cleared everything. */
  event(key: string | null, newValue: string | null, storageArea: unknown = this.#storage): Event {
    return Object.assign(new Event('storage'), { key, newValue, storageArea });
  }
}
