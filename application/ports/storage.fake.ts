import { BehaviorSubject, distinctUntilChanged, type Observable, Subject } from 'rxjs';
import type { Storage } from './storage.port.js';

/** Behaviour of a fake storage: persists texts, rejects writes, or rejects reads and writes. */
export type FakeStorageMode = 'working' | 'full' | 'blocked';

type Change = { readonly key: string; readonly value: string | null };

/** Storage shared by all tabs of one origin. */
interface Disk {
  readonly texts: Map<string, string>;
  readonly tabs: Set<FakeStorage>;
}

/**
 * In-memory storage with the failures of a real one. Writes while it is `full` or `blocked` are kept for this
 * tab only, as the port requires.
 * @example
 * const storage = new FakeStorage({ '@latchkey/active_namespace': 'eip155' });
 * const secondTab = storage.otherTab();
 */
export class FakeStorage implements Storage {
  readonly #disk: Disk;
  /** Texts of this tab only; `null` hides a persisted text. */
  readonly #inMemory = new Map<string, string | null>();
  readonly #durability = new BehaviorSubject<'persistent' | 'memory'>('persistent');
  readonly #changes = new Subject<Change>();
  /** Persisted texts when the tab entered the back/forward cache; `null` while the tab is active. */
  #snapshot: ReadonlyMap<string, string> | null = null;
  #mode: FakeStorageMode = 'working';

  constructor(texts: Readonly<Record<string, string>> = {}, disk: Disk = { texts: new Map(Object.entries(texts)), tabs: new Set() }) {
    this.#disk = disk;
    disk.tabs.add(this);
  }

  readonly durability$: Observable<'persistent' | 'memory'> = this.#durability.pipe(distinctUntilChanged());

  readonly changes$: Observable<Change> = this.#changes.asObservable();

  get mode(): FakeStorageMode {
    return this.#mode;
  }

  /** Makes the storage reject writes (`full`), reject everything (`blocked`) or work again. */
  set mode(mode: FakeStorageMode) {
    this.#mode = mode;
    if (mode === 'blocked') this.#durability.next('memory');
  }

  /** Persisted texts, which survive a reload. */
  get persisted(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#disk.texts);
  }

  readonly get = (key: string): string | null => {
    const own = this.#inMemory.get(key);
    const text = own !== undefined ? own : this.#mode === 'blocked' ? null : (this.#disk.texts.get(key) ?? null);
    return text === '' ? null : text;
  };

  readonly set = (key: string, value: string): void => {
    // Untyped callers may pass undefined: ignored, as by the real storage.
    if (typeof value !== 'string') return;
    if (this.#mode === 'working') {
      this.#inMemory.delete(key);
      this.#write(key, value);
      return;
    }
    // A full storage can still delete: an outdated text must not be restored by a reload.
    if (this.#mode === 'full') this.#write(key, null);
    this.#inMemory.set(key, value);
    this.#durability.next('memory');
  };

  readonly remove = (key: string): void => {
    if (this.#mode === 'blocked') {
      this.#inMemory.set(key, null);
      return;
    }
    this.#inMemory.delete(key);
    this.#write(key, null);
  };

  /** Opens a second tab of the same origin: each receives the other's changes. */
  otherTab(): FakeStorage {
    return new FakeStorage({}, this.#disk);
  }

  /** The same origin after a reload: only persisted texts remain. */
  reload(): FakeStorage {
    this.#disk.tabs.delete(this);
    return this.otherTab();
  }

  /** Moves the tab to the back/forward cache, where it receives no changes. */
  enterBfcache(): void {
    this.#snapshot = new Map(this.#disk.texts);
  }

  /** Restores the tab from the back/forward cache. */
  leaveBfcache(): void {
    const before = this.#snapshot ?? this.#disk.texts;
    this.#snapshot = null;
    const now = new Map(this.#disk.texts);
    for (const key of new Set([...before.keys(), ...now.keys()])) {
      const value = now.get(key) ?? null;
      if (value !== (before.get(key) ?? null)) this.#onChange(key, value === '' ? null : value);
    }
  }

  #write(key: string, value: string | null): void {
    const before = this.#disk.texts.get(key) ?? null;
    if (before === value) return;
    if (value === null) this.#disk.texts.delete(key);
    else this.#disk.texts.set(key, value);
    for (const tab of this.#disk.tabs) if (tab !== this) tab.#onChange(key, value === '' ? null : value);
  }

  #onChange(key: string, value: string | null): void {
    if (this.#snapshot !== null) return;
    this.#inMemory.delete(key);
    this.#changes.next({ key, value });
  }
}
