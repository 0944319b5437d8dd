import { BehaviorSubject, distinctUntilChanged, Observable, share } from 'rxjs';
import type { Logger } from '../../application/ports/logger.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { failureLog } from './storage-failure.js';

/** The subset of web storage that is used. */
export type WebStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Change = { readonly key: string; readonly value: string | null };

/**
 * The browser's web storage. Writes that it rejects (blocked, full, unavailable) are kept in memory for this page, which `durability$`
 * reports; the first failure is logged. Empty strings count as absent, and undefined values are not written. Never throws.
 */
export class BrowserStorage implements Storage {
  readonly durability$: Observable<'persistent' | 'memory'>;
  readonly changes$: Observable<Change>;
  readonly #open: () => WebStorage | undefined;
  readonly #logFailure: (cause: unknown) => void;
  readonly #durability = new BehaviorSubject<'persistent' | 'memory'>('persistent');
  /** Values kept in memory; `null` marks a key that could not be removed. */
  readonly #fallback = new Map<string, string | null>();
  /** Keys used so far, to report changes when another tab clears the storage. */
  readonly #keys = new Set<string>();

  /**
   * @param open returns the storage, e.g. `() => window.localStorage`; may throw, and is called on each access
   * @param events target of `storage`, `pagehide` and `pageshow` events: the page's `window`
   * @param logger logs storage failures; `null` where none is expected to exist, as on a server
   */
  constructor(
    open: () => WebStorage | undefined,
    events: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined,
    logger: Logger | null,
  ) {
    this.#open = open;
    this.#logFailure = failureLog(logger);
    this.durability$ = this.#durability.pipe(distinctUntilChanged());
    this.changes$ = new Observable<Change>((subscriber) => {
      let snapshot: readonly Change[] = [];
      const emit = (changes: readonly Change[]): void => {
        for (const { key } of changes) this.#fallback.delete(key);
        for (const change of changes) subscriber.next(change);
      };
      const listeners: readonly (readonly [string, (event: Event) => void])[] = [
        // The browser dispatches this type only as a StorageEvent.
        ['storage', (event) => emit(this.#read(event as StorageEvent))],
        // A page in the back/forward cache misses the events: it compares the values when it is restored.
        ['pagehide', () => (snapshot = [...this.#keys].map((key) => this.#stored(key)))],
        [
          'pageshow',
          () => emit(snapshot.map(({ key }) => this.#stored(key)).filter(({ value }, index) => value !== snapshot[index]?.value)),
        ],
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
    const own = this.#fallback.get(key);
    if (own !== undefined) return own === '' ? null : own;
    return this.#stored(key).value;
  }

  set(key: string, value: string): void {
    this.#keys.add(key);
    // Untyped callers may pass undefined, which the browser would store as a string.
    if (typeof value !== 'string') return;
    this.#fallback.set(key, value);
    const isStored = this.#try((storage) => {
      storage.setItem(key, value);
      return true;
    });
    if (isStored) this.#fallback.delete(key);
    // The previous value is outdated and must not reappear after a reload.
    else this.#try((storage) => storage.removeItem(key));
  }

  remove(key: string): void {
    this.#fallback.set(key, null);
    const isRemoved = this.#try((storage) => {
      storage.removeItem(key);
      return true;
    });
    if (isRemoved) this.#fallback.delete(key);
  }

  /** The value shared by all tabs. */
  #stored(key: string): Change {
    const text = this.#try((storage) => storage.getItem(key));
    return { key, value: typeof text === 'string' && text !== '' ? text : null };
  }

  /** Runs an operation on the storage; `undefined` on failure. */
  #try<T>(act: (storage: WebStorage) => T): T | undefined {
    try {
      const storage = this.#open();
      if (storage == null) throw new Error('Storage is not available');
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
