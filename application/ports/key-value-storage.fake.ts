import type { KeyValueStorage } from './key-value-storage.port.js';

/** How a fake storage of a host behaves: it keeps values, rejects new ones, or rejects every call. */
export type FakeKeyValueStorageMode = 'working' | 'full' | 'broken';

/**
 * A host's storage in memory, as texts, so that no object is shared with who reads it.
 * @example const storage = new FakeKeyValueStorage({ 'wc@2:client:0.3:session': [] });
 */
export class FakeKeyValueStorage implements KeyValueStorage {
  readonly #texts: Map<string, string>;
  mode: FakeKeyValueStorageMode = 'working';

  constructor(values: Readonly<Record<string, unknown>> = {}) {
    this.#texts = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  }

  /** What lies there, by key. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  readonly getKeys = async (): Promise<string[]> => {
    this.#check();
    return [...this.#texts.keys()];
  };

  readonly getEntries = async <Value>(): Promise<[string, Value][]> => {
    this.#check();
    // A value is what it was when it was written.
    return [...this.#texts].map(([key, text]): [string, Value] => [key, JSON.parse(text) as Value]);
  };

  readonly getItem = async <Value>(key: string): Promise<Value | undefined> => {
    this.#check();
    const text = this.#texts.get(key);
    // A value is what it was when it was written.
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  };

  readonly setItem = async <Value>(key: string, value: Value): Promise<void> => {
    this.#check();
    if (this.mode === 'full') throw new Error('The storage of the host is full');
    this.#texts.set(key, JSON.stringify(value));
  };

  readonly removeItem = async (key: string): Promise<void> => {
    this.#check();
    this.#texts.delete(key);
  };

  #check(): void {
    if (this.mode === 'broken') throw new Error('The storage of the host is broken');
  }
}
