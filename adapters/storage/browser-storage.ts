import { BehaviorSubject, distinctUntilChanged, Observable, share } from 'rxjs';
import type { Logger } from '../../application/ports/logger.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { failureLog } from './storage-failure.js';

/** The page's storage, as far as it is used. */
export type PageStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Change = { readonly key: string; readonly value: string | null };

/**
 * The browser's storage. What it does not take (blocked, full, absent) is kept in memory for this page, `durability$`
 * says so, and the log does once. An empty text is nothing, an undefined value is not written. Never throws.
 */
export class BrowserStorage implements Storage {
  readonly durability$: Observable<'persistent' | 'memory'>;
  readonly changes$: Observable<Change>;
  readonly #open: () => PageStorage | undefined;
  readonly #logFailure: (cause: unknown) => void;
  readonly #durability = new BehaviorSubject<'persistent' | 'memory'>('persistent');
  /** Kept for this page only; `null` hides what the browser would not remove. */
  readonly #memory = new Map<string, string | null>();
  /** Keys asked for so far: when another tab clears everything, these are the ones that changed for us. */
  readonly #keys = new Set<string>();

  /**
   * @param open gives the page's storage, e.g. `() => window.localStorage`; may throw, and is asked at each access
   * @param events where `storage`, `pagehide` and `pageshow` events arrive: the page's `window`
   * @param logger hears of a storage that does not work; `null` where there is no page that could have one, as on a server
   */
  constructor(
    open: () => PageStorage | undefined,
    events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined,
    logger: Logger | null,
  ) {
    this.#open = open;
    this.#logFailure = failureLog(logger);
    this.durability$ = this.#durability.pipe(distinctUntilChanged());
    this.changes$ = new Observable<Change>((subscriber) => {
      let left: readonly Change[] = [];
      const tell = (changes: readonly Change[]): void => {
        for (const { key } of changes) this.#memory.delete(key);
        for (const change of changes) subscriber.next(change);
      };
      const listeners: readonly (readonly [string, (event: Event) => void])[] = [
        // The browser sends this type only as a StorageEvent.
        ['storage', (event) => tell(this.#read(event as StorageEvent))],
        // A page that waits in the back/forward cache misses the events: when it comes back it looks what has changed.
        ['pagehide', () => (left = [...this.#keys].map((key) => this.#stored(key)))],
        ['pageshow', () => tell(left.map(({ key }) => this.#stored(key)).filter(({ value }, index) => value !== left[index]?.value))],
      ];
      for (const [type, listener] of listeners) events?.addEventListener(type, listener);
      return () => {
        for (const [type, listener] of listeners) events?.removeEventListener(type, listener);
      };
    }).pipe(share());
    this.#try((storage) => storage.getItem(''));
  }

  get(key: string): string | null {
    this.#keys.add(key);
    const own = this.#memory.get(key);
    if (own !== undefined) return own === '' ? null : own;
    return this.#stored(key).value;
  }

  set(key: string, value: string): void {
    this.#keys.add(key);
    // Callers without types may pass undefined, which the browser would store as a word.
    if (typeof value !== 'string') return;
    this.#memory.set(key, value);
    const kept = this.#try((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (kept) this.#memory.delete(key);
    // What was there before is outdated and must not come back after a reload.
    else this.#try((storage) => storage.removeItem(key));
  }

  remove(key: string): void {
    this.#memory.set(key, null);
    const removed = this.#try((storage) => {
      storage.removeItem(key);
      return true;
    });
    if (removed) this.#memory.delete(key);
  }

  /** What the browser keeps for all tabs. */
  #stored(key: string): Change {
    const text = this.#try((storage) => storage.getItem(key));
    return { key, value: typeof text === 'string' && text !== '' ? text : null };
  }

  /** Does something with the page's storage; `undefined` when it cannot be done. */
  #try<T>(act: (storage: PageStorage) => T): T | undefined {
    try {
      const storage = this.#open();
      if (storage == null) throw new Error('There is no storage');
      return act(storage);
    } catch (cause) {
      this.#durability.next('memory');
      this.#logFailure(cause);
      return undefined;
    }
  }

  #read({ key, newValue, storageArea }: StorageEvent): readonly Change[] {
    if (storageArea !== null && storageArea !== this.#try((storage) => storage)) return [];
    const keys = key === null ? [...this.#keys] : [key];
    return keys.map((each) => ({ key: each, value: newValue === '' ? null : newValue }));
  }
}
