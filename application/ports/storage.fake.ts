import { BehaviorSubject, distinctUntilChanged, type Observable, Subject } from 'rxjs';
import type { Storage } from './storage.port.js';

/** How the browser treats a fake storage: it keeps texts, refuses new ones, or refuses everything. */
export type FakeStorageMode = 'working' | 'full' | 'blocked';

type Change = { readonly key: string; readonly value: string | null };

/** What all tabs of one origin share. */
interface Disk {
  readonly texts: Map<string, string>;
  readonly tabs: Set<FakeStorage>;
}

/**
 * A storage in memory with the faults of a real one. What is written while it is `full` or `blocked` is kept for this
 * tab only, as the port demands.
 * @example
 * const storage = new FakeStorage({ '@latchkey/active_namespace': 'eip155' });
 * const secondTab = storage.otherTab();
 */
export class FakeStorage implements Storage {
  readonly #disk: Disk;
  /** Kept for this tab only; `null` hides a text on the disk. */
  readonly #own = new Map<string, string | null>();
  readonly #durability = new BehaviorSubject<'persistent' | 'memory'>('persistent');
  readonly #changes = new Subject<Change>();
  /** What was on the disk when the person left the page; `null` while it is shown. */
  #left: ReadonlyMap<string, string> | null = null;
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

  /** Makes the browser refuse writes (`full`), refuse everything (`blocked`) or work again. */
  set mode(mode: FakeStorageMode) {
    this.#mode = mode;
    if (mode === 'blocked') this.#durability.next('memory');
  }

  /** What is on the disk, and so survives a reload. */
  get persisted(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#disk.texts);
  }

  readonly get = (key: string): string | null => {
    const own = this.#own.get(key);
    const text = own !== undefined ? own : this.#mode === 'blocked' ? null : (this.#disk.texts.get(key) ?? null);
    return text === '' ? null : text;
  };

  readonly set = (key: string, value: string): void => {
    // Callers without types may pass undefined: like the real storage, this one ignores it.
    if (typeof value !== 'string') return;
    if (this.#mode === 'working') {
      this.#own.delete(key);
      this.#write(key, value);
      return;
    }
    // A full storage can still forget: an outdated text must not come back after a reload.
    if (this.#mode === 'full') this.#write(key, null);
    this.#own.set(key, value);
    this.#durability.next('memory');
  };

  readonly remove = (key: string): void => {
    if (this.#mode === 'blocked') {
      this.#own.set(key, null);
      return;
    }
    this.#own.delete(key);
    this.#write(key, null);
  };

  /** A second tab of the same origin: each hears of the other's changes. */
  otherTab(): FakeStorage {
    return new FakeStorage({}, this.#disk);
  }

  /** The same origin after a reload: only what is on the disk is left. */
  reload(): FakeStorage {
    this.#disk.tabs.delete(this);
    return this.otherTab();
  }

  /** The person leaves the page; the browser puts it aside, where it hears of nothing. */
  leave(): void {
    this.#left = new Map(this.#disk.texts);
  }

  /** The person comes back to the page that was put aside. */
  comeBack(): void {
    const left = this.#left ?? this.#disk.texts;
    this.#left = null;
    const now = new Map(this.#disk.texts);
    for (const key of new Set([...left.keys(), ...now.keys()])) {
      const value = now.get(key) ?? null;
      if (value !== (left.get(key) ?? null)) this.#hear(key, value === '' ? null : value);
    }
  }

  #write(key: string, value: string | null): void {
    const before = this.#disk.texts.get(key) ?? null;
    if (before === value) return;
    if (value === null) this.#disk.texts.delete(key);
    else this.#disk.texts.set(key, value);
    for (const tab of this.#disk.tabs) if (tab !== this) tab.#hear(key, value === '' ? null : value);
  }

  #hear(key: string, value: string | null): void {
    if (this.#left !== null) return;
    this.#own.delete(key);
    this.#changes.next({ key, value });
  }
}
